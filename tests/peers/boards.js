// The rules of the games once more, plainly: what the referee of referee.js keeps for itself.
// A board has `turn` (0 or 1), `moves()` in the game's own notation, `play(text)`, and `result()`:
// null while the game goes on, then "p1win", "p2win" or "draw".
"use strict";

const letters = "abcdefghijklmnopqrst";

class Grid {
    constructor(rows, columns) {
        this.rows = rows;
        this.columns = columns;
        this.turn = 0;
        this.cell = Array.from({ length: rows }, () => Array(columns).fill(null));
    }

    at(row, column) {
        return this.cell[row]?.[column];
    }

    *points() {
        for (let row = 0; row < this.rows; row++) {
            for (let column = 0; column < this.columns; column++) yield [row, column];
        }
    }

    copy() {
        const other = Object.assign(Object.create(Object.getPrototypeOf(this)), this);
        other.cell = this.cell.map((row) => row.slice());
        return other;
    }
}

// So many in a row: on any empty cell, or on the lowest of a column.
class Lines extends Grid {
    constructor(rows, columns, length, { gravity = false, exact = false } = {}) {
        super(rows, columns);
        Object.assign(this, { length, gravity, exact, winner: null, stones: 0 });
    }

    name(row, column) {
        return this.gravity ? `${column + 1}` : `${letters[column]}${this.rows - row}`;
    }

    free() {
        const all = [...this.points()].filter(([row, column]) => this.at(row, column) === null);
        if (!this.gravity) return all;
        return all.filter(([row, column]) => this.at(row + 1, column) !== null);
    }

    moves() {
        return this.result() ? [] : this.free().map(([row, column]) => this.name(row, column));
    }

    play(text) {
        const [row, column] = this.free().find(([r, c]) => this.name(r, c) === text);
        this.put(row, column);
    }

    put(row, column) {
        this.cell[row][column] = this.turn;
        this.stones++;
        for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
            let run = 1;
            for (const sign of [-1, 1]) {
                for (let k = sign; this.at(row + k * down, column + k * right) === this.turn; k += sign) {
                    run++;
                }
            }
            if (this.exact ? run === this.length : run >= this.length) this.winner = this.turn;
        }
        this.turn = 1 - this.turn;
    }

    result() {
        if (this.winner !== null) return this.winner === 0 ? "p1win" : "p2win";
        return this.stones === this.rows * this.columns ? "draw" : null;
    }
}

class Othello extends Grid {
    constructor() {
        super(8, 8);
        this.cell[3][3] = this.cell[4][4] = 1;
        this.cell[3][4] = this.cell[4][3] = 0;
    }

    turned(row, column, player) {
        if (this.at(row, column) !== null) return [];
        const all = [];
        for (let k = 0; k < 9; k++) {
            const down = Math.floor(k / 3) - 1;
            const right = (k % 3) - 1;
            const run = [];
            let r = row + down;
            let c = column + right;
            while (k !== 4 && this.at(r, c) === 1 - player) {
                run.push([r, c]);
                r += down;
                c += right;
            }
            if (k !== 4 && this.at(r, c) === player) all.push(...run);
        }
        return all;
    }

    squares(player) {
        return [...this.points()].filter(([r, c]) => this.turned(r, c, player).length > 0);
    }

    moves() {
        const own = this.squares(this.turn).map(([r, c]) => `${letters[c]}${r + 1}`);
        if (own.length > 0) return own;
        return this.squares(1 - this.turn).length > 0 ? ["pass"] : [];
    }

    play(text) {
        if (text !== "pass") {
            const column = letters.indexOf(text[0]);
            const row = text[1] - 1;
            for (const [r, c] of this.turned(row, column, this.turn)) this.cell[r][c] = this.turn;
            this.cell[row][column] = this.turn;
        }
        this.turn = 1 - this.turn;
    }

    margin() {
        const discs = this.cell.flat();
        const black = discs.filter((d) => d === 0).length;
        const white = discs.filter((d) => d === 1).length;
        // Fields left empty at the end count for the winner.
        return black - white + Math.sign(black - white) * (64 - black - white);
    }

    result() {
        if (this.moves().length > 0) return null;
        return this.margin() > 0 ? "p1win" : this.margin() < 0 ? "p2win" : "draw";
    }
}

// Area scoring without komi, no suicide, no board twice.
class Go extends Grid {
    constructor(size) {
        super(size, size);
        this.passes = 0;
        this.past = [this.text()];
    }

    text() {
        return this.cell.map((row) => row.map((c) => c ?? ".").join("")).join("/");
    }

    name(row, column) {
        return `${"ABCDEFGHJKLMNOPQRST"[column]}${this.rows - row}`;
    }

    near(row, column) {
        return [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]].filter(
            ([r, c]) => this.at(r, c) !== undefined,
        );
    }

    // The points joined to one with the same content, and what lies at their edge.
    group(row, column) {
        const own = this.at(row, column);
        const points = [[row, column]];
        const seen = new Set([`${row},${column}`]);
        const edge = new Set();
        for (const [r, c] of points) {
            for (const [nr, nc] of this.near(r, c)) {
                if (this.at(nr, nc) !== own) edge.add(this.at(nr, nc));
                else if (!seen.has(`${nr},${nc}`)) points.push([nr, nc]);
                seen.add(`${nr},${nc}`);
            }
        }
        return { points, edge };
    }

    after(row, column) {
        const next = this.copy();
        next.cell[row][column] = this.turn;
        for (const [r, c] of next.near(row, column)) {
            if (next.at(r, c) !== 1 - this.turn) continue;
            const { points, edge } = next.group(r, c);
            if (!edge.has(null)) points.forEach(([y, x]) => (next.cell[y][x] = null));
        }
        return next;
    }

    isLegal([row, column]) {
        if (this.at(row, column) !== null) return false;
        const next = this.after(row, column);
        return next.group(row, column).edge.has(null) && !this.past.includes(next.text());
    }

    moves() {
        if (this.passes === 2) return [];
        const points = [...this.points()].filter((point) => this.isLegal(point));
        return ["pass", ...points.map(([r, c]) => this.name(r, c))];
    }

    play(text) {
        if (text === "pass") {
            this.passes++;
        } else {
            const [row, column] = [...this.points()].find(([r, c]) => this.name(r, c) === text);
            this.cell = this.after(row, column).cell;
            this.passes = 0;
            this.past = [...this.past, this.text()];
        }
        this.turn = 1 - this.turn;
    }

    result() {
        if (this.passes < 2) return null;
        let margin = 0;
        for (const [row, column] of this.points()) {
            const own = this.at(row, column);
            const edge = own === null ? this.group(row, column).edge : new Set([own]);
            if (edge.size === 1) margin += edge.has(0) ? 1 : -1;
        }
        return margin > 0 ? "p1win" : margin < 0 ? "p2win" : "draw";
    }
}

module.exports = { Lines, Othello, Go, letters };
