"""Games, and positions to look at and play on."""

import ctypes
import enum
import json
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple, Union

from ._library import OPTIONS_TEXT, TEXT_MAX, InputError, check, encode, lib, take


class Outcome(enum.IntEnum):
    """How a game stands."""

    ONGOING = 0
    FIRST_WINS = 1
    SECOND_WINS = 2
    DRAW = 3


@dataclass(frozen=True)
class Option:
    """An option of a game or an agent."""

    name: str
    type: str  #: "int", "real", "choice" or "text"
    default: str
    help: str
    choices: Tuple[str, ...] = ()
    min: Optional[float] = None
    max: Optional[float] = None


def read_options(rows: List[Dict[str, Any]]) -> Tuple[Option, ...]:
    return tuple(Option(**{**row, "choices": tuple(row.get("choices", ()))}) for row in rows)


class Game:
    """A game: its words and options, and where its positions come from."""

    def __init__(self, handle: int) -> None:
        words = json.loads(take(lib.cn_bind_game(handle)))
        self._handle = handle
        self.name: str = words["name"]
        self.title: str = words["title"]
        self.summary: str = words["summary"]
        self.rules: str = words["text"]
        self.notation: str = words["notation"]
        self.example: str = words["example"]
        self.players: Tuple[str, str] = tuple(words["players"])
        self.cells: str = words["cells"]
        self.options: Tuple[Option, ...] = read_options(words["options"])
        self.heuristics: Tuple[str, ...] = tuple(row["name"] for row in words["heuristics"])
        self.policies: Tuple[str, ...] = tuple(row["name"] for row in words["policies"])

    def position(self, moves: str = "", *, text: Optional[str] = None, **options: Any) -> "Position":
        """The start position with options such as ``size=9``, or the one that `text` describes;
        `moves` are played on it."""
        words = " ".join(f"{name}={value}" for name, value in options.items())
        return Position(self, words, text).play(moves)

    def __repr__(self) -> str:
        return f"<canopy.Game {self.name}>"


_games: Dict[int, Game] = {}
_by_name: Dict[str, Game] = {}


def _known(handle: int) -> Game:
    if handle not in _games:
        _games[handle] = Game(handle)
        _by_name[_games[handle].name] = _games[handle]
    return _games[handle]


def games() -> List[Game]:
    """The built-in games, and those that were loaded."""
    handles = lib.cn_games()
    count = 0
    while handles[count]:
        _known(handles[count])
        count += 1
    return list(_games.values())


def game(name: Union[str, Game]) -> Game:
    """The game of that name."""
    if isinstance(name, Game):
        return name
    if not isinstance(name, str):
        raise TypeError(f"a game is a str or a canopy.Game, not {type(name).__name__}")
    if name not in _by_name:
        games()
    if name not in _by_name:
        raise InputError(f"unknown game `{name}`: expected one of {', '.join(_by_name)}")
    return _by_name[name]


def load(path: str) -> Optional[Game]:
    """Loads a plugin and checks it: a game, which is returned and added to the games there are, or
    an agent, which `agent` knows by its name from then on."""
    handle = ctypes.c_void_p()
    check(lib.cn_plugin_load, encode("a path", str(path)), ctypes.byref(handle))
    return _known(handle.value) if handle.value else None


@dataclass(frozen=True)
class Board:
    """A drawn position: rows of cells from the top left. 0 is empty, odd numbers are the first
    player's pieces, even ones the second's: 1 and 2 of the first kind, 3 and 4 of the next."""

    rows: int
    columns: int
    cells: Tuple[int, ...]
    row_labels: Tuple[str, ...]
    column_labels: Tuple[str, ...]
    note: str

    def __getitem__(self, place: Tuple[int, int]) -> int:
        row, column = place
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise IndexError(f"the board has {self.rows} rows and {self.columns} columns")
        return self.cells[row * self.columns + column]


@dataclass(frozen=True)
class Playout:
    """How a random game ended; `points` is the first player's margin where the game has one."""

    outcome: Outcome
    points: Optional[float]


class Position:
    """A game at some point of play.

    `play` changes the position, `after` returns another one. One position is for one thread at a
    time; a search takes a copy, so that the position may be played on meanwhile.
    """

    __slots__ = ("_handle", "game")

    def __init__(self, game: Game, options: str = "", text: Optional[str] = None) -> None:
        self._handle = None
        if not isinstance(game, Game):
            raise TypeError(f"a position is of a canopy.Game, not of {type(game).__name__}")
        handle = ctypes.c_void_p()
        check(lib.cn_position_open, game._handle, encode("options", options),
              None if text is None else encode("a position", text), ctypes.byref(handle))
        self.game: Game = game
        self._handle = handle.value

    def __del__(self) -> None:
        if self._handle and lib is not None:
            lib.cn_position_close(self._handle)

    # ---- asking ----

    @property
    def turn(self) -> int:
        """Who is to move: 0, who begins the game, or 1."""
        return lib.cn_position_turn(self._handle)

    @property
    def player(self) -> str:
        """The name of who is to move: "Black"."""
        return self.game.players[self.turn]

    @property
    def moves(self) -> List[str]:
        """The moves that a search looks at; empty exactly if the game is over.

        In most games these are all legal moves; Gomoku lists only points near a stone, unless its
        options say otherwise, and `play` accepts every legal one."""
        return take(lib.cn_bind_moves(self._handle)).split()

    @property
    def outcome(self) -> Outcome:
        return Outcome(lib.cn_position_over(self._handle))

    @property
    def over(self) -> bool:
        return lib.cn_position_over(self._handle) != 0

    @property
    def winner(self) -> Optional[int]:
        """The player who won, 0 or 1; None for a draw and a game that goes on."""
        outcome = lib.cn_position_over(self._handle)
        return outcome - 1 if outcome in (1, 2) else None

    @property
    def points(self) -> Optional[float]:
        """The first player's margin as the board stands; None if the game keeps no score."""
        points = ctypes.c_double()
        known = lib.cn_position_points(self._handle, ctypes.byref(points))
        return points.value if known else None

    @property
    def hash(self) -> int:
        """A 64-bit number that equal positions have in common, on every machine."""
        return lib.cn_position_hash(self._handle)

    @property
    def text(self) -> str:
        """The position as one line, which `game.position(text=…)` reads back."""
        buffer = ctypes.create_string_buffer(TEXT_MAX)
        lib.cn_position_text(self._handle, buffer, TEXT_MAX)
        return buffer.value.decode()

    @property
    def options(self) -> str:
        """The options that the text does not say: "size=9 komi=6.5"."""
        buffer = ctypes.create_string_buffer(OPTIONS_TEXT)
        lib.cn_position_options(self._handle, buffer)
        return buffer.value.decode()

    @property
    def board(self) -> Board:
        words = json.loads(take(lib.cn_bind_board(self._handle)))
        return Board(**{key: tuple(value) if isinstance(value, list) else value
                        for key, value in words.items()})

    def evaluate(self, heuristic: Optional[str] = None) -> int:
        """The opinion of a heuristic, in the view of the side to move."""
        names = self.game.heuristics
        return lib.cn_position_eval(self._handle, _index("heuristic", heuristic, names))

    def perft(self, depth: int) -> int:
        """How many lines of play of `depth` plies there are from here."""
        if not isinstance(depth, int) or not 0 <= depth <= 200:
            raise InputError(f"depth {depth!r}: expected a whole number from 0 to 200")
        return lib.cn_position_perft(self._handle, depth)

    # ---- playing ----

    def play(self, moves: str) -> "Position":
        """Plays a move, or several ("f5 d6", "f5d6"): all, or none and an exception. Returns the
        position itself."""
        words = encode("a move", moves)
        if moves:
            copy = self.copy()
            check(lib.cn_position_play_text, copy._handle, words)
            self._handle, copy._handle = copy._handle, self._handle
        return self

    def after(self, moves: str) -> "Position":
        """The position after these moves; this one stays as it is."""
        copy = self.copy()
        check(lib.cn_position_play_text, copy._handle, encode("a move", moves))
        return copy

    def copy(self) -> "Position":
        made = Position.__new__(Position)
        made._handle = None
        handle = ctypes.c_void_p()
        check(lib.cn_position_clone, self._handle, ctypes.byref(handle))
        made.game = self.game
        made._handle = handle.value
        return made

    def playout(self, seed: int = 0, policy: Optional[str] = None) -> Playout:
        """A random game from here to its end, the same for the same seed."""
        if not isinstance(seed, int):
            raise TypeError(f"a seed is an int, not {type(seed).__name__}")
        which = _index("policy", policy, self.game.policies)
        end = self.copy()
        outcome = Outcome(lib.cn_position_playout(end._handle, which, seed % 2**64))
        return Playout(outcome, end.points)

    # ---- as a Python object ----

    def __copy__(self) -> "Position":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "Position":
        return self.copy()

    def __reduce__(self):
        return _restore, (self.game.name, self.options, self.text)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.game is other.game and self.hash == other.hash and self.text == other.text
                and self.options == other.options)

    def __hash__(self) -> int:
        return self.hash

    def __str__(self) -> str:
        board, cells = self.board, self.game.cells
        wide = max(map(len, board.row_labels + board.column_labels))
        lines = [" " * (wide + 1) + " ".join(f"{label:>{wide}}" for label in board.column_labels)]
        for r in range(board.rows):
            row = " ".join(f"{cells[board[r, c]]:>{wide}}" for c in range(board.columns))
            lines.append(f"{board.row_labels[r]:>{wide}} {row}")
        return "\n".join(lines + ([board.note] if board.note else []))

    def __repr__(self) -> str:
        options = f", {self.options}" if self.options else ""
        return f"<canopy.Position {self.game.name}{options}: {self.text}>"


def _index(what: str, name: Optional[str], names: Tuple[str, ...]) -> int:
    if name is None:
        return 0
    if name not in names:
        raise InputError(f"unknown {what} `{name}`: expected one of {', '.join(names) or 'none'}")
    return names.index(name)


def _restore(name: str, options: str, text: str) -> Position:
    return Position(game(name), options, text)


def position(name: Union[str, Game], moves: str = "", *, text: Optional[str] = None,
             **options: Any) -> Position:
    """A position of a game by its name: ``position("go", "C3", size=9)``."""
    return game(name).position(moves, text=text, **options)
