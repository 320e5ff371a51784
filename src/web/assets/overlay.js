// What is shown above the pieces: what a search thinks of moves, lines of play, hints, and what won.
import { svg } from "./dom.js";

export class Overlay {
    constructor(board) {
        this.board = board;
    }

    clear() {
        this.heat([]);
        this.line([]);
        this.hint(-1);
    }

    // Moves as { cell, share, chance, colour, faint, ring }: the share of the effort as size, the
    // chance of the side to move as a number; a ring marks the best by value where another has more
    // visits.
    heat(moves) {
        this.board.node.classList.toggle("heated", moves.length > 0);
        const spots = moves
            .filter((move) => move.cell >= 0)
            .map((move) => {
                const radius = 8 + 13 * Math.sqrt(Math.min(1, move.share));
                const percent = Math.round(100 * move.chance);
                return svg`
                    <g class="spot${move.faint ? " faint" : ""}" transform=${this.towards(move)}>
                        <circle class="disc" r=${radius} fill=${move.colour}/>
                        ${move.ring ? svg`<circle class="ring" r=${radius + 2.5}/>` : null}
                        ${move.faint ? null : svg`<text y="4.6" font-size="13">${percent}</text>`}
                    </g>`;
            });
        this.board.layers.heat.replaceChildren(...spots);
    }

    // Where a move's mark stands: on its cell, or short of it on the way there, for several pieces
    // may be able to go to one cell.
    towards({ cell, from = -1 }) {
        if (from < 0) return this.board.geometry.at(cell);
        const start = this.board.geometry.centre(from);
        const at = this.board.geometry.centre(cell).map((to, i) => to + 0.25 * (start[i] - to));
        return `translate(${at.join(" ")})`;
    }

    // A line of moves as { cell, player }, numbered from 1. Of two on one cell the first is shown.
    line(moves) {
        const seen = new Set();
        const ghosts = [];
        moves.forEach(({ cell, player }, i) => {
            if (cell < 0 || seen.has(cell)) return;
            seen.add(cell);
            const tint = this.board.tints[player];
            ghosts.push(svg`
                <g transform=${this.board.geometry.at(cell)}>
                    <g class="ghost piece p${player} tint-${tint}">
                        ${this.board.style.piece(player)}
                    </g>
                    <text class="number on-${tint}" y="6" font-size="17">${i + 1}</text>
                </g>`);
        });
        this.board.layers.line.replaceChildren(...ghosts);
        this.board.node.classList.toggle("lined", ghosts.length > 0);
    }

    // Who would move where: { cell, text }; several on one cell share a label.
    letters(list) {
        const texts = new Map();
        for (const { cell, text } of list) texts.set(cell, (texts.get(cell) ?? "") + text);
        texts.delete(-1);
        // On large boards they may be as large as a cell: it is the only thing to see there.
        const large = this.board.geometry.columns > 10 ? 1.4 : 1;
        this.board.layers.line.replaceChildren(
            ...[...texts].map(
                ([cell, text]) => svg`
                    <g class="letter" transform=${this.board.geometry.at(cell)}>
                        <circle r=${17 * large}/>
                        <text y=${5 * large}
                            font-size=${(text.length > 2 ? 12 : 15) * large}>${text}</text>
                    </g>`,
            ),
        );
    }

    hint(cell, from = -1) {
        this.circle("hint", "hint", 20, [from, cell]);
    }

    // A circle on each of the cells, -1 aside.
    circle(layer, name, radius, cells) {
        this.board.layers[layer].replaceChildren(
            ...cells
                .filter((i) => i >= 0)
                .map((i) => {
                    const at = this.board.geometry.at(i);
                    return svg`<circle class=${name} r=${radius} transform=${at}/>`;
                }),
        );
    }

    // Pieces in a row that won the game.
    row(cells) {
        this.circle("row", "won", 21, cells);
    }
}
