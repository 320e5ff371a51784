// Setting up a position: cells are painted with the chosen side, and the server says whether the
// game can stand like that.
import { badge, cellName, playerOf } from "./pieces.js";
import { html, options } from "./dom.js";

export class Editor {
    constructor(app) {
        this.app = app;
        this.active = false;
        this.node = html`<section class="panel" hidden aria-label="Set up"></section>`;
        app.session.on("created", () => this.active && this.leave());
    }

    toggle() {
        if (this.active) this.leave();
        else this.enter();
    }

    enter() {
        const { state } = this.app.session;
        const game = this.app.game();
        this.active = true;
        this.cells = state.board.cells.slice();
        this.brush = 1;
        const brush = (value) => {
            const choose = () => {
                this.brush = value;
                this.draw();
            };
            return html`
                <label class="brush">
                    <input type="radio" name="brush" checked=${value === 1} @change=${choose}>
                    ${value ? badge(game, playerOf(value), Math.floor((value - 1) / 2)) : null}
                    ${cellName(game, value)}
                </label>`;
        };
        const names = game.players.map((name, player) => [player, `${name} to move`]);
        this.turn = html`
            <select aria-label="To move" @change=${() => this.draw()}>${options(names)}</select>`;
        this.turn.value = state.turn;
        this.says = html`<p class="error" role="status"></p>`;
        const action = (text, act, kind) =>
            html`<button type="button" class=${kind} @click=${act}>${text}</button>`;
        this.node.replaceChildren(
            ...html`
                <header><h2>Set up a position</h2></header>
                <div class="body setup">
                    <div class="brushes" role="radiogroup" aria-label="Paint with">
                        ${[...game.glyphs.keys()].slice(1).map(brush)}${brush(0)}
                    </div>
                    ${this.turn}
                    <div class="row">
                        ${action("Play from here", () => this.done(), "primary")}
                        ${action("Clear", () => this.fill(this.cells.map(() => 0)))}
                        ${action("Cancel", () => this.leave())}
                    </div>
                    ${this.says}
                </div>`,
        );
        this.node.hidden = false;
        this.app.show("play");
        this.draw();
        this.app.controls.show();
    }

    draw() {
        const { state } = this.app.session;
        this.app.board.show(
            this.app.game(),
            { ...state.board, cells: this.cells },
            {
                legal: [...this.cells.keys()],
                turn: this.brush ? playerOf(this.brush) : Number(this.turn.value),
                animate: false,
            },
        );
        this.app.board.overlay.heat([]);
    }

    fill(cells) {
        this.cells = cells;
        this.draw();
    }

    // A cell that already looks like the brush is cleared.
    pick(cell) {
        this.cells[cell] = this.cells[cell] === this.brush ? 0 : this.brush;
        this.draw();
    }

    async done() {
        try {
            this.app.turns.paused = true;
            const { session } = this.app;
            await session.setup(this.drawing());
            this.leave();
        } catch (error) {
            this.says.textContent = error.message;
        }
    }

    // The position as a drawn board, which the server reads for every game.
    drawing() {
        const { columns } = this.app.session.state.board;
        const game = this.app.game();
        const letters = this.cells.map((cell) => game.cells[cell]).join("");
        const rows = letters.match(new RegExp(`.{${columns}}`, "g"));
        return [...rows, `${game.players[this.turn.value]} to move`, ""].join("\n");
    }

    leave() {
        this.active = false;
        this.node.hidden = true;
        this.app.refresh();
    }
}
