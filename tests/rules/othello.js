// Othello by misskey-reversi, which knows no pass: a side without a move is skipped.
import reversi from 'misskey-reversi';

const Reversi = reversi.default;

const start = ['--------', '--------', '--------', '---wb---', '---bw---', '--------', '--------', '--------'];

export default class {
    constructor() {
        this.game = new Reversi(start, {});
    }

    // The library's turn is that of the next to place a disc; ours may have to pass first.
    turn() {
        if (this.game.turn === null) return null;
        const next = this.game.turn ? 0 : 1;
        return this.mover === undefined || this.mover !== next ? next : 1 - next;
    }

    legal() {
        if (this.over()) return [];
        const color = this.turn() === 0;
        const places = this.game.canPutSomewhere(color);
        return places.length === 0 ? ['pass'] : places.map(name);
    }

    play(move) {
        const mover = this.turn();
        if (move !== 'pass') {
            this.game.put(mover === 0, index(move));
        }
        this.mover = mover;
    }

    over() {
        return this.game.isEnded;
    }

    result() {
        const { blackCount, whiteCount } = this.game;
        return blackCount > whiteCount ? 0 : blackCount < whiteCount ? 1 : 'draw';
    }
}

function name(index) {
    return 'abcdefgh'[index % 8] + (Math.floor(index / 8) + 1);
}

function index(name) {
    return 'abcdefgh'.indexOf(name[0]) + 8 * (Number(name[1]) - 1);
}
