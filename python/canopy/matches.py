"""Games between agents."""

import random
from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Tuple, Union

from .agents import Agent
from .games import Game, Outcome, Position, game as find_game


@dataclass(frozen=True)
class MatchResult:
    """Games between two agents, counted for the first of them."""

    wins: int
    draws: int
    losses: int
    games: Tuple[Tuple[str, ...], ...]  #: the moves of each game

    @property
    def score(self) -> float:
        """Points of the first agent, 0 to 1: a win is one, a draw a half."""
        played = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / played if played else 0.5

    def __str__(self) -> str:
        return f"+{self.wins} ={self.draws} -{self.losses}"


def play(first: Agent, second: Agent, start: Position,
         on_move: Optional[Callable[[Position, str], Any]] = None
         ) -> Tuple[Position, Tuple[str, ...]]:
    """One game from a position to its end; the final position and the moves. `first` plays for the
    player who begins the game. `on_move` is called with each new position and the move that led
    there."""
    players = (first, second)
    at, moves = start.copy(), []
    while not at.over:
        move = players[at.turn].search(at).best
        at.play(move)
        moves.append(move)
        if on_move:
            on_move(at, move)
    return at, tuple(moves)


def match(game: Union[str, Game], first: Union[str, Agent], second: Union[str, Agent],
          games: int = 10, *, opening: int = 4, seed: int = 0, **options: Any) -> MatchResult:
    """A match of `games` games. Each opening of `opening` random moves is played twice, with the
    sides changed; the same seed gives the same openings."""
    agents = [a if isinstance(a, Agent) else Agent(a) for a in (first, second)]
    chance = random.Random(seed)
    counts = [0, 0, 0]
    records: List[Tuple[str, ...]] = []
    begin: List[str] = []
    for number in range(games):
        start = find_game(game).position(**options)
        if number % 2 == 0:
            begin = _opening(start, opening, chance)
        start.play(" ".join(begin))
        swapped = number % 2
        end, moves = play(agents[swapped], agents[1 - swapped], start)
        records.append(tuple(begin) + moves)
        if end.outcome == Outcome.DRAW:
            counts[1] += 1
        else:
            counts[0 if end.winner == swapped else 2] += 1
    return MatchResult(counts[0], counts[1], counts[2], tuple(records))


def _opening(start: Position, plies: int, chance: random.Random) -> List[str]:
    """Random moves that do not end the game."""
    at, moves = start.copy(), []
    while len(moves) < plies:
        move = chance.choice(at.moves)
        if at.after(move).over:
            break
        at.play(move)
        moves.append(move)
    return moves
