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

    // The cell under a point of the drawing, or -1.
    cell(x, y) {
        const column = Math.floor((x - this.margin) / UNIT);
        const row = Math.floor((y - this.margin) / UNIT);
        const inside = column >= 0 && column < this.columns && row >= 0 && row < this.rows;
        return inside ? row * this.columns + column : -1;
    }
}
