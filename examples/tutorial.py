"""A walk through the package, as one would type it into a notebook: python3 tutorial.py"""

import canopy

# Which games are there, and what can be set?
for game in canopy.games():
    print(f"{game.name:10} {game.summary}")
othello = canopy.game("othello")
print(othello.players, [option.name for option in othello.options])

# A position: look at it, play on it, or ask for another one after some moves.
position = othello.position("f5d6c3")
print(position)
print(position.player, "to move:", *position.moves)
print("after d3, Black leads by", position.after("d3").points)

# An agent is a name with options. It serves every game.
agent = canopy.agent("pvs:depth=8")
result = agent.search(position)
print("best", result.best, "value", result.score, "expects", *result.line)

# The best three moves, with what each is worth, and progress while it thinks.
result = agent.search(position, lines=3, progress=lambda r: print("depth", r.depth, r.best))
for line in result.lines:
    print(f"{line.move:4} {str(line.score):8} {' '.join(line.line)}")

# A proof: who wins Connect Four on five columns of four, if nobody errs?
small = canopy.position("connect4", width=5, height=4)
print("connect4 5x4:", canopy.solve(small).score)

# Random games: how often does the first player win?
start = canopy.position("tictactoe")
outcomes = [start.playout(seed).outcome for seed in range(1000)]
print("X wins", outcomes.count(canopy.Outcome.FIRST_WINS), "random games of 1000")

# Two agents against each other, each opening from both sides.
print("alpha-beta against random play:", canopy.match("connect4", "pvs:depth=4", "random", games=4))

# What is wrong is said in words.
try:
    position.play("a1")
except canopy.InputError as error:
    print(error)
