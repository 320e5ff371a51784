// Go by tenuki: positional superko, no suicide, area scoring.
import tenuki from 'tenuki';

const { Game } = tenuki;

const letters = 'ABCDEFGHJKLMNOPQRST';

export default class {
    constructor(options) {
        this.size = Number(options.size || 5);
        this.limit = Math.max(400, 4 * this.size * this.size);
        this.game = new Game({
            boardSize: this.size,
            koRule: 'positional-superko',
            scoring: 'area',
            komi: 0,
        });
    }

    turn() {
        return this.game.currentPlayer() === 'black' ? 0 : 1;
    }

    legal() {
        if (this.over()) return [];
        const moves = ['pass'];
        for (let y = 0; y < this.size; y++) {
            for (let x = 0; x < this.size; x++) {
                if (!this.game.isIllegalAt(y, x)) moves.push(letters[x] + (this.size - y));
            }
        }
        return moves;
    }

    play(move) {
        const done = move === 'pass'
            ? this.game.pass()
            : this.game.playAt(this.size - Number(move.slice(1)), letters.indexOf(move[0]));
        if (!done) throw new Error(`${move} is refused`);
    }

    // The limit of moves is ours, not tenuki's.
    over() {
        return this.game.isOver() || this.game.moveNumber() >= this.limit;
    }

    result() {
        const { black, white } = this.game.score();
        return black > white ? 0 : black < white ? 1 : 'draw';
    }
}
