"""Agents, and what their searches find."""

import ctypes
import functools
import json
import threading
from dataclasses import dataclass
from typing import Any, Callable, Dict, FrozenSet, List, NamedTuple, Optional, Tuple

from ._library import Error, Progress, check, encode, lib, take
from .games import Game, Option, Position, games, read_options


@dataclass(frozen=True)
class Score:
    """What a search says about a position or a move, in the view of the side to move."""

    kind: str  #: "eval", "chance", "points" or "outcome"
    value: float  #: for "outcome" 1, 0 or -1
    proven: bool  #: true whatever both sides play
    plies: Optional[int]  #: to the end of the game, where that is known
    bound: str  #: "exact", "at least" or "at most"
    chance: float  #: to win, 0 to 1, a draw being one half
    text: str  #: "win in 9", "+1.52", "61.8 %"
    unit: Optional[int] = None
    disc: Optional[int] = None  #: the one that ends the game, where games are rated by that
    margin: Optional[int] = None  #: the rating, below 0 for a loss
    words: Optional[str] = None  #: "wins with the 41st disc"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class MoveInfo:
    """A move of the position that was searched; `score` is None if the search left it out."""

    move: str
    score: Optional[Score]
    nodes: int
    visits: int


@dataclass(frozen=True)
class Line(MoveInfo):
    """One of the best moves, and what is expected from it on."""

    line: Tuple[str, ...] = ()


def _score(words: Optional[Dict[str, Any]]) -> Optional[Score]:
    return None if words is None else Score(**words)


class Result:
    """What a search found. The details are read when they are first asked for."""

    __slots__ = ("_json", "_words")

    def __init__(self, text: str) -> None:
        self._json = text
        self._words: Optional[Dict[str, Any]] = None

    def _get(self, name: str) -> Any:
        if self._words is None:
            self._words = json.loads(self._json)
        return self._words[name]

    @property
    def best(self) -> Optional[str]:
        """The best move; None if the game is over."""
        return self._get("best")

    @property
    def score(self) -> Optional[Score]:
        return _score(self._get("score"))

    @property
    def line(self) -> Tuple[str, ...]:
        """What is expected from here on, the best move first."""
        return tuple(self._get("line"))

    @property
    def depth(self) -> int:
        return self._get("depth")

    @property
    def complete(self) -> bool:
        """Whether no limit and no stop cut the search short."""
        return self._get("complete")

    @property
    def nodes(self) -> int:
        return self._get("nodes")

    @property
    def iterations(self) -> int:
        return self._get("iterations")

    @property
    def seconds(self) -> float:
        return self._get("seconds")

    @property
    def moves(self) -> Tuple[MoveInfo, ...]:
        """All moves of the position, in the game's order."""
        return tuple(MoveInfo(m["move"], _score(m["score"]), m["nodes"], m["visits"])
                     for m in self._get("moves"))

    @property
    def lines(self) -> Tuple[Line, ...]:
        """The best moves, best first, as many as were asked for with `lines`."""
        return tuple(Line(m["move"], _score(m["score"]), m["nodes"], m["visits"], tuple(m["line"]))
                     for m in self._get("lines"))

    def __repr__(self) -> str:
        return f"<canopy.Result {self.best}, {self.score}, depth {self.depth}>"


class _Search:
    """A search of the library for one game. `lock` is held by the call that uses it; `guard` keeps a
    stop from coming after the run it was meant for, where it would end the next one."""

    def __init__(self, game: Game, spec: str) -> None:
        self.handle: Optional[int] = None
        self.lock = threading.Lock()
        self.guard = threading.Lock()
        self.running = False
        handle = ctypes.c_void_p()
        check(lib.cn_search_new, game._handle, encode("an agent", spec), ctypes.byref(handle))
        self.handle = handle.value

    def __del__(self) -> None:
        if self.handle and lib is not None:
            lib.cn_search_free(self.handle)

    def stop(self) -> None:
        with self.guard:
            if self.running:
                lib.cn_search_stop(self.handle)

    def run(self, call: Any, position: Position, limits: Any, callback: Any) -> str:
        """`call` is cn_bind_search or cn_bind_solve, with the limits it takes."""
        text = ctypes.c_void_p()
        with self.guard:
            self.running = True
        try:
            check(call, self.handle, position._handle, limits, callback, None, ctypes.byref(text))
        finally:
            with self.guard:
                self.running = False
                lib.cn_search_forget_stop(self.handle)
        return take(text.value)


class _Listener:
    """Hands progress to a function of the user's. What it raises stops the search, and is raised
    again where the search was called."""

    def __init__(self, function: Callable[[Result], Any]) -> None:
        self.function = function
        self.raised: Optional[BaseException] = None
        self.callback = Progress(self._tell)

    def _tell(self, text: bytes, _user: Any) -> bool:
        try:
            if self.raised is None and self.function(Result(text.decode())) is False:
                return False
        except BaseException as exception:  # nothing may pass through the library's frames
            self.raised = exception
        return self.raised is None


_NO_LISTENER = Progress()


def _limit(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    return f"{name}={value!r}"


class Agent:
    """An agent by its specification: "pvs:depth=8", "mcts:time=1,threads=2", "hard", "random".

    It serves every game; for each it keeps its threads, its table and what it has learnt. It runs
    one search at a time; agents of their own run side by side in Python threads.
    """

    def __init__(self, spec: str) -> None:
        self._searches: Dict[str, _Search] = {}
        self._lock = threading.Lock()
        self._closed = False
        room = ctypes.create_string_buffer(512)
        some = games()[0]
        check(lib.cn_agent_resolve, some._handle, encode("an agent", spec), room, 512)
        # Options may be of a certain game only; that there is no such agent can be said at once.
        kind = room.value.decode().split(":")[0]
        if kind not in _kind_names():
            _kind_names.cache_clear()  # a plugin may have brought it meanwhile
        if kind not in _kind_names():
            _Search(some, spec)
        self.spec: str = spec

    def search(self, position: Position, *, depth: Optional[int] = None,
               time: Optional[float] = None, nodes: Optional[int] = None,
               iterations: Optional[int] = None, lines: Optional[int] = None,
               infinite: bool = False,
               progress: Optional[Callable[[Result], Any]] = None) -> Result:
        """Searches a position, within the agent's own limits and these.

        `lines` asks for that many of the best moves with values and lines (`Result.lines`).
        `progress` is called with the result so far, after each depth; if it returns False or raises,
        the search stops. `infinite` searches until `stop` or a proof, if nothing else is said.
        """
        if not isinstance(position, Position):
            raise TypeError(f"a canopy.Position is searched, not {type(position).__name__}")
        if progress is not None and not callable(progress):
            raise TypeError("progress must be a function of one argument")
        limits = {"depth": depth, "time": time, "nodes": nodes, "iterations": iterations,
                  "lines": lines}
        words = [_limit(name, value) for name, value in limits.items() if value is not None]
        if infinite:
            words.append("infinite=1")
        request = " ".join(words).encode()
        search = self._search_of(position.game)
        if infinite and threading.current_thread() is threading.main_thread():
            return _interruptible(
                search, lambda: _run(lib.cn_bind_search, search, position, request, progress))
        return _run(lib.cn_bind_search, search, position, request, progress)

    def best(self, position: Position, **limits: Any) -> Optional[str]:
        """The best move: `search(position, …).best`."""
        return self.search(position, **limits).best

    def stop(self) -> None:
        """From any thread: the search under way returns soon, with the best so far. If none is,
        nothing happens."""
        with self._lock:
            for search in self._searches.values():
                search.stop()

    def clear(self) -> None:
        """Forgets what was learnt of earlier positions: two searches after it are alike."""
        with self._lock:
            for search in self._searches.values():
                with _held(search):
                    lib.cn_search_clear(search.handle)

    def close(self) -> None:
        """Frees its threads and tables; an agent that is no longer used is closed by itself."""
        with self._lock:
            for search in self._searches.values():
                if search.lock.locked():
                    raise Error("this agent is searching: stop it first")
            self._searches.clear()
            self._closed = True

    def _search_of(self, game: Game) -> _Search:
        with self._lock:
            if self._closed:
                raise Error("this agent is closed")
            if game.name not in self._searches:
                self._searches[game.name] = _Search(game, self.spec)
            return self._searches[game.name]

    def __enter__(self) -> "Agent":
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<canopy.Agent {self.spec}>"


class _held:
    """Holds a search for the caller, or raises if another call has it."""

    def __init__(self, search: _Search) -> None:
        self.search = search

    def __enter__(self) -> None:
        if not self.search.lock.acquire(blocking=False):
            raise Error("this agent is searching already: use an agent of its own for each thread")

    def __exit__(self, *exception: Any) -> None:
        self.search.lock.release()


def _run(call: Any, search: _Search, position: Position, limits: Any,
         progress: Optional[Callable[[Result], Any]]) -> Result:
    listener = _Listener(progress) if progress is not None else None
    own = position.copy()
    with _held(search):
        text = search.run(call, own, limits, listener.callback if listener else _NO_LISTENER)
    result = Result(text)
    if listener and listener.raised is not None:
        raise listener.raised
    return result


def _interruptible(search: _Search, run: Callable[[], Result]) -> Result:
    """Runs in a thread of its own, so that Ctrl-C reaches the main thread and stops the search."""
    answer: List[Result] = []
    raised: List[BaseException] = []

    def work() -> None:
        try:
            answer.append(run())
        except BaseException as exception:
            raised.append(exception)

    thread = threading.Thread(target=work, name="canopy-search")
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)
    except BaseException:
        while thread.is_alive():
            search.stop()
            thread.join(0.01)
        raise
    if raised:
        raise raised[0]
    return answer[0]


class AgentKind(NamedTuple):
    """A kind of agent, as a specification begins with it."""

    name: str
    summary: str
    options: Tuple[Option, ...]


def agents() -> List[AgentKind]:
    """The kinds of agents there are, with their options."""
    return [AgentKind(row["name"], row["summary"], read_options(row["options"]))
            for row in json.loads(take(lib.cn_bind_agents()))]


@functools.lru_cache(maxsize=None)
def _kind_names() -> FrozenSet[str]:
    return frozenset(kind.name for kind in agents())


def agent(spec: str) -> Agent:
    """An agent by its specification: ``agent("pvs:time=0.1")``."""
    return Agent(spec)


def solve(position: Position, *, time: Optional[float] = None, threads: int = 1,
          progress: Optional[Callable[[Result], Any]] = None) -> Result:
    """Searches until the outcome under perfect play is proven, or the time is up: see
    `Result.score.proven`. The other moves are then proven too, as far as that does not take much
    longer: in `Result.moves`, a score of None means that nothing is proven of the move."""
    if not isinstance(position, Position):
        raise TypeError(f"a canopy.Position is solved, not {type(position).__name__}")
    if time is not None:
        _limit("time", time)
    if isinstance(threads, bool) or not isinstance(threads, int):
        raise TypeError(f"threads must be an int, not {type(threads).__name__}")
    spec = f"pvs:strategy=ybw,threads={threads}" if threads != 1 else "pvs"
    search = _Search(position.game, spec)

    def run() -> Result:
        return _run(lib.cn_bind_solve, search, position, float(time or 0), progress)

    main = threading.current_thread() is threading.main_thread()
    return _interruptible(search, run) if main else run()
