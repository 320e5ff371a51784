"""Recorded games."""

import ctypes
from dataclasses import dataclass
from typing import Any, Iterator, List, Optional, Tuple, Union

from ._library import check, encode, lib, take
from .games import Game, Position, game as find_game


@dataclass(frozen=True)
class Record:
    """A game from a record: where it began, its moves, and what else the record says."""

    start: Position
    moves: Tuple[str, ...]
    players: Tuple[str, str]  #: empty where the record does not say
    date: str
    result: str  #: in words: "Black wins by 12 discs", "unfinished"

    def positions(self) -> Iterator[Position]:
        """The start and the position after each move."""
        at = self.start.copy()
        yield at.copy()
        for move in self.moves:
            yield at.play(move).copy()

    @property
    def end(self) -> Position:
        return self.start.after(" ".join(self.moves)) if self.moves else self.start.copy()


def records(game: Union[str, Game], path: Any = None, *, text: Optional[str] = None,
            **options: Any) -> List[Record]:
    """The games of a file, or of a text: SGF, GGF, or a line of moves for each. Every move is checked;
    a mistake is an exception that names game, line and move. `options` are for what the record does
    not say, such as the size of the board."""
    if (path is None) == (text is None):
        raise TypeError("records are read from a path or a text")
    if text is None:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    of = find_game(game)
    words = " ".join(f"{name}={value}" for name, value in options.items())
    found = ctypes.c_void_p()
    check(lib.cn_bind_records, of._handle, encode("options", words), encode("a record", text),
          ctypes.byref(found))
    return [_record(of, line.split("\t")) for line in take(found.value).splitlines()]


def _record(game: Game, fields: List[str]) -> Record:
    options, start, first, second, date, result, moves = fields
    return Record(Position(game, options, start), tuple(moves.split()), (first, second), date,
                  result)
