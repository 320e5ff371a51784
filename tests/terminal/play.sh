#!/bin/sh
# Plays on a real terminal, as somebody would, and looks at the screen. Argument: the program.
# Without tmux there is no terminal to play on: the test is skipped (77).
set -eu
. "$(dirname "$0")/screen"

ready
type_line 'echo be''fore'
expect '^before$'

# A game: a wrong move, a hint, there and back, saved, left.
type_line 'canopy play othello --second greedy'
expect '^Black> *$'
expect '^4  - - + O X'
expect '^Othello, move 1   Black X: you   White O: greedy'
absent '^before$'
type_line 'a1'
expect 'a1. is not legal for Black here: legal are d3 c4 f5 e6'
type_line 'hnit'
expect 'unknown word .hnit.: did you mean hint?'
type_line 'hint'
expect '^hint: [a-h][1-8], .* disc'
type_line 'hint 2'
expect '^2\. [a-h][1-8], .* disc'
absent '^3\. '
type_line 'analyze 1'
expect '^depth [0-9]*, [0-9]* nodes'
expect '^4\. [a-h][1-8], .* disc'
type_line 'F5'
expect '^White plays [a-h][1-8]'
expect '^Othello, move 3 '
type_line 'undo'
expect '^back to move 1'
expect '^Othello, move 1 '
type_line 'redo'
expect '^Othello, move 3 '
type_line 'help'
expect '^  quit  '
type_line 'save game.sgf'
expect '^saved to game.sgf'
terminal send-keys C-c
expect '^Ctrl-C once more leaves'
type_line 'quit'
expect '^go on with: canopy play othello --load game.sgf'
expect '^before$' # what was on the terminal is there again
expect '^unfinished after 2 plies'

# Gone on with; an agent that thinks for long moves when told to; twice Ctrl-C leaves.
ready
type_line 'clear; canopy play othello --load game.sgf'
expect '^Othello, move 3   Black X: you   White O: greedy'
type_line 'level mcts:time=500'
expect '^Black: human; White: mcts:time=500'
type_line 'continue'
expect '^White is thinking'
terminal send-keys C-c
expect '^White plays [a-h][1-8]'
expect '^Othello, move 5 '
terminal send-keys C-c
expect '^unfinished after 4 plies'
ready
type_line 'echo code $?'
expect '^code 130$'

# Stopped and brought back.
ready
type_line 'clear; canopy play tictactoe --first human --second human'
expect '^X> *$'
terminal send-keys C-z
expect '^\$ *$'
type_line 'fg'
expect '^X> *$'
type_line 'b2'
expect '^O> *$'
terminal send-keys C-d
expect "go on with: canopy play tictactoe --first human --second human --moves b2"

# A board typed in.
ready
type_line 'clear; canopy play connect4 width=4 height=4 connect=3 --first human --second human'
expect '^Red> *$'
type_line 'setup'
expect '^row 1 of 4'
type_line '....'
expect '^row 2 of 4'
type_line '.7..'
expect 'row 2, column 2 of the drawing: expected one of'
type_line '....'
expect '^row 3 of 4'
type_line 'r . . .'
expect '^row 4 of 4'
type_line 'ry.y'
expect '^who is to move'
type_line 'red'
expect '^set up; Red is to move'
type_line '1'
expect '^Red wins, 1 ply'
expect '^game over> *$'
type_line 'q'

# Dead stones are marked and agreed on before they are counted.
ready
type_line "clear; canopy play go size=5 --first human --second human --moves \\
'C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 A3 B3 B4 pass'"
expect '^Black> *$'
type_line 'pass'
expect '^dead stones of White: B3'
expect '^3  X o X O'
expect '^dead stones> *$'
type_line 'b3'
expect '^no stone is dead'
expect '^3  X O X O'
type_line 'b3'
expect '^dead stones of White: B3'
type_line 'done'
expect '^Black wins by 5'
expect '^game over> *$'
type_line 'quit'

# Every game begins and ends; a window that is too low scrolls.
for game in gomoku go connect4 tictactoe; do
    ready
    type_line "clear; canopy play $game --level easy"
    expect ', move 1 '
    type_line 'moves'
    expect '[0-9] moves'
    type_line 'quit'
done
ready
resize 80 12
ready
type_line 'clear; canopy play gomoku --first human --second human'
expect '^Black> *$'
type_line 'h8'
expect '^White> *$'
type_line 'quit'
expect "^go on with"
