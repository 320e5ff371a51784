// What learned weights say of the board: cell by cell, the tuples that say most, and how they were
// learned. The weights are those of a player who has some, else those that the program carries.
import { get } from "./api.js";
import { html, svg } from "./dom.js";
import { chanceColour, count, percent, ticks } from "./scale.js";

const CELL = 30;
const AGAIN = 5000; // ms: a file that is being learned is written anew now and then

export class Evaluation {
    constructor(app) {
        this.app = app;
        this.board = html`<div class="opinion-board"></div>`;
        this.words = html`<p role="status"></p>`;
        this.list = html`<ol class="voices"></ol>`;
        this.curve = html`<div></div>`;
        this.node = html`
            <section class="panel opinion" aria-label="Evaluation">
                <header><h2>What learned weights say</h2></header>
                <div class="body">${this.words}${this.board}${this.list}${this.curve}</div>
            </section>`;
        app.session.on("state", () => this.shown());
        setInterval(() => !document.hidden && this.shown(), AGAIN);
    }

    // Asks again where it can be seen; a late answer about another position is dropped.
    async shown() {
        const { state } = this.app.session;
        if (this.app.view !== "explain" || !state) return;
        const asked = state.revision;
        try {
            const opinion = await get(`sessions/${state.id}/evaluation`);
            if (this.app.session.state.revision === asked) this.show(opinion);
        } catch (error) {
            this.show({ value: null, reason: error.message });
        }
    }

    show(opinion) {
        const { players, title } = this.app.game();
        const known = opinion.value !== null;
        for (const node of [this.board, this.list, this.curve]) node.hidden = !known;
        if (!known) {
            this.words.textContent =
                opinion.reason ??
                `There are no weights for ${title} here: canopy learn makes some, and a player like pvs:weights=FILE uses them.`;
            return;
        }
        const side = players[opinion.value < 0 ? 1 : 0];
        const size = Math.abs(opinion.value).toFixed(1);
        this.words.textContent =
            opinion.chance === null
                ? `${side} by ${size}, the sum of ${opinion.places} tuples.`
                : `${players[0]} wins ${percent(opinion.chance)} of such games: ${opinion.value.toFixed(0)}, the sum of ${opinion.places} tuples (100 is three wins of four).`;
        this.largest = Math.max(1e-9, ...opinion.cells.map(Math.abs));
        this.draw(opinion);
        this.tell(opinion.tuples);
        this.drawCurve(opinion.curve);
    }

    // A circle for each cell: blue speaks for the first player, orange for the second.
    draw(opinion, marked = []) {
        const { board } = this.app.session.state;
        const game = this.app.game();
        const slant = game.style === "hexes" ? CELL / 2 : 0;
        const width = board.columns * CELL + (board.rows - 1) * slant;
        const cells = opinion.cells.map((weight, i) => {
            const row = Math.floor(i / board.columns);
            const x = (i % board.columns) * CELL + (board.rows - 1 - row) * slant;
            const share = weight / this.largest;
            return svg`
                <g transform="translate(${x + CELL / 2} ${row * CELL + CELL / 2})">
                    <rect class="cell${marked.includes(i) ? " marked" : ""}" x="-14" y="-14"
                        width="28" height="28"/>
                    <circle r=${(3 + 10 * Math.sqrt(Math.abs(share))).toFixed(1)}
                        fill=${chanceColour(0.5 + 0.5 * share)}/>
                    <text y="4">${board.cells[i] ? game.cells[board.cells[i]] : ""}</text>
                </g>`;
        });
        const [blue, orange] = game.players;
        this.board.replaceChildren(
            html`<svg viewBox="0 0 ${width} ${board.rows * CELL}" role="img"
                aria-label="What each cell says: ${blue} blue, ${orange} orange">${cells}</svg>`,
        );
        this.opinion = opinion;
    }

    tell(tuples) {
        const { board } = this.app.session.state;
        const { players } = this.app.game();
        const name = (cell) =>
            board.column_labels[cell % board.columns] +
            board.row_labels[Math.floor(cell / board.columns)];
        this.list.replaceChildren(
            ...tuples.map(({ cells, weight }) => {
                const mark = () => this.draw(this.opinion, cells);
                const unmark = () => this.draw(this.opinion);
                return html`
                    <li tabindex="0" @pointerenter=${mark} @focus=${mark}
                        @pointerleave=${unmark} @blur=${unmark}>
                        ${cells.map(name).join(" ")}: ${Math.abs(weight).toFixed(1)} for
                        ${players[weight < 0 ? 1 : 0]}
                    </li>`;
            }),
        );
    }

    // Elo against plain search over the games learned from.
    drawCurve(points) {
        this.curve.replaceChildren();
        if (points.length < 2) return;
        const [width, height, left, bottom] = [420, 170, 50, 24];
        const elos = points.map(([, , elo]) => elo);
        const [low, high] = [Math.min(0, ...elos), Math.max(0, ...elos, 1)];
        const x = (games) => left + (games / points.at(-1)[0]) * (width - left - 34);
        const y = (elo) => 10 + ((high - elo) / (high - low)) * (height - bottom - 20);
        const grid = (tick) => svg`
            <path class="grid" d="M${left} ${y(tick)}H${width}"/>
            <text class="tick end" x=${left - 6} y=${y(tick) + 4}>${tick}</text>`;
        const path = points.map(([g, , e], i) => `${i ? "L" : "M"}${x(g)} ${y(e)}`).join("");
        const games = points.at(-1)[0];
        this.curve.append(
            ...html`
                <h3>Elo against plain search, over games learned from</h3>
                <svg class="plot" viewBox="0 0 ${width} ${height}" role="img"
                    aria-label="Learning curve">
                    ${ticks(low, high, 4).map(grid)}
                    <text class="tick" x=${x(games)} y=${height - 4}>${count(games)}</text>
                    <g class="series series-0"><path class="measured" d=${path}/></g>
                </svg>`,
        );
    }
}
