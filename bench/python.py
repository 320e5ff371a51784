#!/usr/bin/env python3
"""What a call from Python costs, and what two searches in two Python threads gain over one.

    PYTHONPATH=python CANOPY_LIBRARY=build/release/libcanopy.so python3 bench/python.py
"""

import statistics
import threading
import time

import canopy

POSITION = canopy.position("connect4", "444")


def best(measure, rounds=7):
    """The least of several, in processor time: whatever else runs on the machine only adds."""
    return min(measure() for _ in range(rounds))


def cost(call, count=2000):
    def once():
        start = time.process_time()
        for _ in range(count):
            call()
        return (time.process_time() - start) / count * 1e6
    return best(once)


def rate(threads, seconds=0.4):
    """Positions a second by so many searches side by side."""
    agents = [canopy.agent("pvs:hash=16,expert=off") for _ in range(threads)]
    found = []
    work = [threading.Thread(target=lambda a=a: found.append(
        a.search(canopy.position("othello"), time=seconds).nodes)) for a in agents]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    return sum(found) / seconds


def main():
    random = canopy.agent("random")
    calls = {"p.turn": lambda: POSITION.turn, "p.over": lambda: POSITION.over,
             "p.moves": lambda: POSITION.moves, "p.copy()": POSITION.copy,
             "p.after(move)": lambda: POSITION.after("4"),
             "agent.search(p), random": lambda: random.search(POSITION)}
    for name, call in calls.items():
        print(f"{name:26} {cost(call):6.1f} us")
    # Taken by turns, so that both see the same load; the median, since a load may come between.
    pairs = [(rate(1), rate(2)) for _ in range(7)]
    one, two = max(a for a, _ in pairs), max(b for _, b in pairs)
    gain = statistics.median(b / a for a, b in pairs)
    print(f"one search {one / 1e6:.2f} M nodes/s, two in two threads {two / 1e6:.2f}: "
          f"{gain:.2f} times")


if __name__ == "__main__":
    main()
