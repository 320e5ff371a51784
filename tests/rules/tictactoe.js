// Tic-Tac-Toe by ludorum.
import ludorum from 'ludorum';

const { games } = ludorum;

const sides = ['Xs', 'Os'];

export default class {
    constructor() {
        this.game = new games.TicTacToe();
    }

    turn() {
        return sides.indexOf(this.game.activePlayer());
    }

    legal() {
        const moves = this.game.moves();
        return moves ? moves[this.game.activePlayer()].map(name) : [];
    }

    play(move) {
        this.game = this.game.next({ [this.game.activePlayer()]: index(move) });
    }

    over() {
        return !this.game.moves();
    }

    result() {
        const score = this.game.result().Xs;
        return score > 0 ? 0 : score < 0 ? 1 : 'draw';
    }
}

// Its board is mirrored or turned against ours at most: lines stay lines.
function name(index) {
    return 'abc'[index % 3] + (Math.floor(index / 3) + 1);
}

function index(name) {
    return 'abc'.indexOf(name[0]) + 3 * (Number(name[1]) - 1);
}
