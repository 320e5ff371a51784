// Where things are on a board: a cell is UNIT wide, and around the cells runs a margin for the
// labels, which grows with the board so that they can be read however small it is shown.

export const UNIT = 48;

export class Geometry {
    constructor(rows, columns) {
        this.rows = rows;
        this.columns = columns;
        this.margin = 0.052 * Math.max(rows, columns) * UNIT + 5;
        this.width = columns * UNIT + 2 * this.margin;
        this.height = rows * UNIT + 2 * this.margin;
        this.corner = 0.014 * this.width;
    }

    x(column) {
        return this.margin + (column + 0.5) * UNIT;
    }

    y(row) {
        return this.margin + (row + 0.5) * UNIT;
    }

    row(cell) {
        return Math.floor(cell / this.columns);
    }

    column(cell) {
        return cell % this.columns;
    }

    centre(cell) {
        return [this.x(this.column(cell)), this.y(this.row(cell))];
    }

    at(cell) {
        return `translate(${this.centre(cell).join(" ")})`;
    }

    // Where the labels of a column and of a row stand.
    above(column) {
        return [this.x(column), this.margin / 2];
    }

    below(column) {
        return [this.x(column), this.height - this.margin / 2];
    }

    left(row) {
        return [this.margin / 2, this.y(row)];
    }

    // The cell under a point of the drawing, or -1.
    cell(x, y) {
        const column = Math.floor((x - this.margin) / UNIT);
        const row = Math.floor((y - this.margin) / UNIT);
        const inside = column >= 0 && column < this.columns && row >= 0 && row < this.rows;
        return inside ? row * this.columns + column : -1;
    }
}

// Hexagons that stand on a corner, each row half a cell to the left of the one above.
export const SIDE = UNIT / Math.sqrt(3);

export class HexGeometry extends Geometry {
    constructor(rows, columns) {
        super(rows, columns);
        this.width = (columns + (rows - 1) / 2) * UNIT + 2 * this.margin;
        this.height = (1.5 * rows + 0.5) * SIDE + 2 * this.margin;
        this.corner = 0.014 * this.width;
    }

    y(row) {
        return this.margin + (1 + 1.5 * row) * SIDE;
    }

    centre(cell) {
        const row = this.row(cell);
        return [this.x(this.column(cell)) + ((this.rows - 1 - row) / 2) * UNIT, this.y(row)];
    }

    above(column) {
        const [x, y] = this.centre(column);
        return [x + UNIT / 4, y - SIDE - this.margin / 3];
    }

    left(row) {
        const [x, y] = this.centre(row * this.columns);
        return [x - UNIT / 2 - this.margin / 2, y];
    }

    // The nearest centre, if it is near enough.
    cell(x, y) {
        let best = -1;
        let least = UNIT / 2;
        for (let i = 0; i < this.rows * this.columns; i++) {
            const [a, b] = this.centre(i);
            const distance = Math.hypot(x - a, y - b);
            if (distance < least) [best, least] = [i, distance];
        }
        return best;
    }
}
