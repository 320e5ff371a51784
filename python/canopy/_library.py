"""The shared library: where it is found, the types of its calls, its failures as exceptions.

Nothing here knows a struct of the library but the line of text that is an error (canopy/bind.h).
ctypes gives up the interpreter's lock during every call, so that searches in several Python threads
run side by side.
"""

import ctypes
import os
from ctypes import POINTER, c_bool, c_char_p, c_double, c_int, c_size_t, c_uint16, c_uint64, c_void_p
from pathlib import Path
from typing import Optional

version = "0.1.0"
SONAME = "libcanopy.so.0.1"
TEXT_MAX = 32768  # CN_TEXT_MAX
OPTIONS_TEXT = 256  # CN_OPTIONS_TEXT
ERROR_TEXT = 512  # sizeof(cn_error)


class Error(Exception):
    """Something the library could not do; the text says what was wrong and what is accepted."""


class InputError(Error, ValueError):
    """A name, an option, a move or a position that cannot be."""


Progress = ctypes.CFUNCTYPE(c_bool, c_char_p, c_void_p)

# What each call takes and returns; S is a cn_status with its error line as the last argument.
_S = "status"
_CALLS = {
    "cn_version": (c_char_p, []),
    "cn_games": (POINTER(c_void_p), []),
    "cn_plugin_load": (_S, [c_char_p, POINTER(c_void_p)]),
    "cn_agent_resolve": (_S, [c_void_p, c_char_p, c_char_p, c_size_t]),
    "cn_text_free": (None, [c_void_p]),
    "cn_bind_game": (c_void_p, [c_void_p]),
    "cn_bind_agents": (c_void_p, []),
    "cn_bind_board": (c_void_p, [c_void_p]),
    "cn_bind_moves": (c_void_p, [c_void_p]),
    "cn_bind_search": (_S, [c_void_p, c_void_p, c_char_p, Progress, c_void_p, POINTER(c_void_p)]),
    "cn_bind_solve": (_S, [c_void_p, c_void_p, c_double, Progress, c_void_p, POINTER(c_void_p)]),
    "cn_bind_records": (_S, [c_void_p, c_char_p, c_char_p, POINTER(c_void_p)]),
    "cn_position_open": (_S, [c_void_p, c_char_p, c_char_p, POINTER(c_void_p)]),
    "cn_position_clone": (_S, [c_void_p, POINTER(c_void_p)]),
    "cn_position_close": (None, [c_void_p]),
    "cn_position_turn": (c_int, [c_void_p]),
    "cn_position_over": (c_int, [c_void_p]),
    "cn_position_moves": (c_int, [c_void_p, POINTER(c_uint16)]),
    "cn_position_hash": (c_uint64, [c_void_p]),
    "cn_position_points": (c_bool, [c_void_p, POINTER(c_double)]),
    "cn_position_eval": (c_int, [c_void_p, c_int]),
    "cn_position_perft": (c_uint64, [c_void_p, c_int]),
    "cn_position_text": (c_size_t, [c_void_p, c_char_p, c_size_t]),
    "cn_position_options": (None, [c_void_p, c_char_p]),
    "cn_position_play_text": (_S, [c_void_p, c_char_p]),
    "cn_position_playout": (c_int, [c_void_p, c_int, c_uint64]),
    "cn_search_new": (_S, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "cn_search_stop": (None, [c_void_p]),
    "cn_search_forget_stop": (None, [c_void_p]),
    "cn_search_clear": (None, [c_void_p]),
    "cn_search_free": (None, [c_void_p]),
}


def _open() -> ctypes.CDLL:
    """The library that CANOPY_LIBRARY names, or the one in the package, or the system's."""
    named = os.environ.get("CANOPY_LIBRARY")
    beside = Path(__file__).parent / SONAME
    path = named or (str(beside) if beside.exists() else SONAME)
    try:
        library = ctypes.CDLL(path)
        library.cn_version.restype = c_char_p
        found = library.cn_version().decode()
    except (OSError, AttributeError) as reason:
        raise ImportError(
            f"canopy: cannot load the library {path} ({reason}); "
            "install the wheel, or name a libcanopy.so by CANOPY_LIBRARY") from None
    if found.split(".")[:2] != version.split(".")[:2]:
        raise ImportError(f"canopy: {path} is version {found}, this package needs {version}")
    return library


def _declare(library: ctypes.CDLL) -> None:
    for name, (result, arguments) in _CALLS.items():
        call = getattr(library, name)
        call.restype = c_int if result is _S else result
        call.argtypes = arguments + [c_char_p] if result is _S else arguments


lib = _open()
_declare(lib)

_INPUT = (1, 2)  # CN_BAD_USAGE, CN_BAD_INPUT
_NO_MEMORY = 3


def check(call, *arguments) -> None:
    """Calls a function that returns a cn_status; a failure becomes an exception with its message."""
    error = ctypes.create_string_buffer(ERROR_TEXT)
    status = call(*arguments, error)
    if status == 0:
        return
    text = error.value.decode("utf-8", "replace")
    if status == _NO_MEMORY:
        raise MemoryError(text)
    raise (InputError if status in _INPUT else Error)(text)


def take(pointer: Optional[int]) -> str:
    """The text that a call returned, freed."""
    if not pointer:
        raise MemoryError("no memory for a text")
    text = ctypes.string_at(pointer).decode("utf-8", "replace")
    lib.cn_text_free(pointer)
    return text


def encode(what: str, text: str) -> bytes:
    """A string as the library takes it; `what` names it in the exception."""
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a str, not {type(text).__name__}")
    if "\0" in text:
        raise InputError(f"{what} contains a NUL character")
    return text.encode("utf-8", "surrogateescape")
