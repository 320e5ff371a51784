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
        this.board = html("div", { class: "opinion-board" });
        this.words = html("p", { role: "status" });
        this.list = html("ol", { class: "voices" });
        this.curve = html("div", {});
        this.node = html(
            "section",
            { class: "panel opinion", "aria-label": "Evaluation" },
            html("header", {}, html("h2", { text: "What learned weights say" })),
            html("div", { class: "body" }, this.words, this.board, this.list, this.curve),
        );
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
            return svg(
                "g",
                { transform: `translate(${x + CELL / 2} ${row * CELL + CELL / 2})` },
                svg("rect", { class: marked.includes(i) ? "cell marked" : "cell", x: -14, y: -14, width: 28, height: 28 }),
                svg("circle", {
                    r: (3 + 10 * Math.sqrt(Math.abs(share))).toFixed(1),
                    fill: chanceColour(0.5 + 0.5 * share),
                }),
                svg("text", { y: 4, text: board.cells[i] ? game.cells[board.cells[i]] : "" }),
            );
        });
        this.board.replaceChildren(
            svg(
                "svg",
                {
                    viewBox: `0 0 ${width} ${board.rows * CELL}`,
                    role: "img",
                    "aria-label": `What each cell says: ${game.players[0]} blue, ${game.players[1]} orange`,
                },
                cells,
            ),
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
            ...tuples.map(({ cells, weight }) =>
                html("li", {
                    tabindex: 0,
                    text: `${cells.map(name).join(" ")}: ${Math.abs(weight).toFixed(1)} for ${players[weight < 0 ? 1 : 0]}`,
                    onpointerenter: () => this.draw(this.opinion, cells),
                    onpointerleave: () => this.draw(this.opinion),
                    onfocus: () => this.draw(this.opinion, cells),
                    onblur: () => this.draw(this.opinion),
                }),
            ),
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
        const label = (text, where) => svg("text", { class: "tick", ...where, text });
        this.curve.append(
            html("h3", { text: "Elo against plain search, over games learned from" }),
            svg(
                "svg",
                { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Learning curve" },
                ticks(low, high, 4).map((tick) => [
                    svg("path", { class: "grid", d: `M${left} ${y(tick)}H${width}` }),
                    label(tick, { class: "tick end", x: left - 6, y: y(tick) + 4 }),
                ]),
                label(count(points.at(-1)[0]), { x: x(points.at(-1)[0]), y: height - 4 }),
                svg(
                    "g",
                    { class: "series series-0" },
                    svg("path", {
                        class: "measured",
                        d: points.map(([g, , e], i) => `${i ? "L" : "M"}${x(g)} ${y(e)}`).join(""),
                    }),
                ),
            ),
        );
    }
}
