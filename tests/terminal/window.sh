#!/bin/sh
# The board fits the window, follows it, and shows the time. Argument: the program. Skipped (77)
# without tmux.
set -eu
. "$(dirname "$0")/screen"

# The largest board on the usual window: the board first, the notes beside it.
ready
type_line 'canopy play go size=19 --first human --second human'
expect '^Black> *$'
expect '^19 .* \. \. .*19'
expect '^ 1 .* \. \. .* 1'
expect 'Type a move, or help'
type_line 'Q16'
expect '^White> *$'
expect '^16 .*\[X\].*16'
type_line 'z99'
expect '^16 .*\[X\].*16'
expect 'or a word'
# A line that fills the row is whole.
resize 79 24
type_line 'abcdefghijkl'
expect 'expected a column a-t (no i) and$'
resize 80 24
# A text that does not fit beside it has the screen for itself; then the board is there again.
type_line 'help'
expect '^  help  *this list'
expect '^  quit  '
type_line 'board'
expect '^16 .*\[X\].*16'

# The picture follows the window at once, with nothing typed: it scrolls where the board does not
# fit, and comes back.
resize 80 40
expect '^19 '
absent '^ 1 .* 1 .*plays' # the notes are below now
resize 80 12
expect '^White> *$'
resize 60 24
expect '^16 .*\[X\].*16'
expect '^White> *$'
type_line 'quit'
ready
resize 80 24

# Wide characters give way to narrow ones where they would not fit.
type_line 'clear; LC_ALL=C.UTF-8 canopy play gomoku size=19 --first human --second human'
expect '^Black> *$'
expect '^19 .*19'
resize 50 24
expect '^19  \. \. '
type_line 'quit'
ready
resize 80 24

# The clock ticks while somebody thinks, and the flag falls by itself.
type_line 'clear; canopy play tictactoe --first human --second human --clock 0:12'
expect '^X> *$'
expect 'X x: human  0:0[0-9]\.[0-9]   O o: human  0:12'
expect '^O wins on time, 0 plies'
expect '^game over> *$'
type_line 'undo'
expect '^back to move 1'
expect '^X> *$'
type_line 'quit'
ready
# In byo-yomi what is left of the period is shown.
type_line 'clear; canopy play tictactoe --first human --second human --clock 1 --byoyomi 2x300'
expect 'X x: human  4:5[0-9] of 2x300s'
type_line 'quit'
