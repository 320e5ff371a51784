"""Canopy: parallel game-tree search.

>>> import canopy
>>> position = canopy.position("connect4", "44444")
>>> canopy.agent("pvs:depth=10").search(position).best in position.moves
True

Games and positions are in :mod:`canopy.games`, agents in :mod:`canopy.agents`, matches between them
in :mod:`canopy.matches`, recorded games in :mod:`canopy.records`. Everything a program needs is here at the top.
"""

from ._library import Error, InputError, version
from .agents import Agent, Line, MoveInfo, Result, Score, agent, agents, solve
from .games import Board, Game, Option, Outcome, Playout, Position, game, games, load, position
from .matches import MatchResult, match, play
from .records import Record, records

__version__ = version
__all__ = [
    "Agent", "Board", "Error", "Game", "InputError", "Line", "MatchResult", "MoveInfo", "Option",
    "Outcome", "Playout", "Position", "Record", "Result", "Score", "agent", "agents", "game",
    "games", "load", "match", "play", "position", "records", "solve", "version",
]
