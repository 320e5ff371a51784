// Connect Four by connect-four, which lets anybody move: turns are counted here.
import Game from 'connect-four/src/index.js';

export default class {
    constructor() {
        this.game = new Game();
        this.plies = 0;
    }

    turn() {
        return this.plies % 2;
    }

    legal() {
        if (this.over()) return [];
        return [1, 2, 3, 4, 5, 6, 7].filter((c) => this.game.validMove(c - 1)).map(String);
    }

    play(move) {
        this.game.play(this.turn() ? 'yellow' : 'red', Number(move) - 1);
        this.plies++;
    }

    over() {
        return this.game.ended;
    }

    result() {
        return this.game.winner === null ? 'draw' : this.game.winner === 'red' ? 0 : 1;
    }
}
