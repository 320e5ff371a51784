// Gomoku by piskvorky, which finds five in a row; any empty point may be played.
import { findWinner } from 'piskvorky';

const size = 15;
const letters = 'abcdefghijklmno';

export default class {
    constructor() {
        this.board = Array.from({ length: size }, () => Array(size).fill('_'));
        this.plies = 0;
    }

    turn() {
        return this.plies % 2;
    }

    allows(move) {
        const { row, column } = place(move);
        return !this.over() && row >= 0 && row < size && column >= 0 && column < size &&
            this.board[row][column] === '_';
    }

    play(move) {
        const { row, column } = place(move);
        this.board[row][column] = 'xo'[this.turn()];
        this.plies++;
        this.winner = findWinner(this.board);
    }

    over() {
        return Boolean(this.winner);
    }

    result() {
        return this.winner === 'tie' ? 'draw' : this.winner === 'x' ? 0 : 1;
    }
}

function place(name) {
    return { column: letters.indexOf(name[0]), row: size - Number(name.slice(1)) };
}
