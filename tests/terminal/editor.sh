#!/bin/sh
# The line editor: keys, history, completion. Argument: the program. Skipped (77) without tmux, and in
# a build without an editor.
set -eu
"$1" --version | grep -q 'line editor: libedit' || { echo "no line editor: skipped"; exit 77; }
. "$(dirname "$0")/screen"
press() { terminal send-keys "$@"; }

ready
type_line 'clear; canopy play othello --first human --second human'
expect '^Black> *$'

# A word completed, from its beginning; then what several words begin with.
terminal send-keys -l 'posi'
press Tab
expect '^Black> position *$'
press Enter
expect '^---------------------------OX------XO'
terminal send-keys -l 're'
press Tab
expect '^redo resign *$'
expect '^Black> re *$'
press C-u
expect '^Black> *$'
# A move: the only one in that column.
terminal send-keys -l 'f'
press Tab
expect '^Black> f5 *$'
press Enter
expect '^Black plays f5'
expect '^White> *$'
# An agent.
terminal send-keys -l 'level first rand'
press Tab
expect '^White> level first random *$'
press C-u

# Editing within the line, and history.
terminal send-keys -l 'unod'
press Left BSpace End
terminal send-keys -l 'o'
expect '^White> undo *$'
press Enter
expect '^back to move 1'
expect '^Black> *$'
press Up
expect '^Black> undo *$'
press Up
expect '^Black> f5 *$'
press Enter
expect '^White> *$'

# What was typed stays when the window changes and when the clock ticks.
terminal send-keys -l 'quie'
expect '^White> quie *$'
resize 100 40
expect '^White> quie *$'
resize 80 24
expect '^White> quie *$'
# Stopped and brought back: the shell has its terminal as it was, and the line goes on.
press C-z
expect '^\$ *$'
type_line 'stty -a | tr " " "\n" | grep icanon'
expect '^icanon$'
type_line 'fg'
expect '^White> quie *$'
press BSpace
terminal send-keys -l 't'
press Enter
expect '^go on with'
ready

type_line 'clear; canopy play tictactoe --first human --second human --clock 0:08'
expect '^X> *$'
terminal send-keys -l 'b'
expect '0:0[0-6]\.[0-9]   O o'
expect '^X> b *$'
expect '^O wins on time, 0 plies'
expect '^game over> *$'
press C-d
ready
type_line 'stty -a | tr " " "\n" | grep icanon'
expect '^icanon$'
