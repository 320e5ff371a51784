// The moves of the game, with the marks of a review: click to go there.
import { html } from "./dom.js";

const MARKS = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

export const markClass = (mark) => MARKS[mark] ?? "";

export class MoveList {
    constructor(app) {
        this.app = app;
        this.list = html`<ol class="moves number"></ol>`;
        this.node = html`
            <section class="panel" aria-label="Moves">
                <header><h2>Moves</h2></header>
                <div class="body">${this.list}</div>
            </section>`;
        app.session.on("state", () => this.show());
    }

    show() {
        const { state } = this.app.session;
        const mark = (text) => html`<span class="mark ${markClass(text)}">${text}</span>`;
        const items = state.history.map((move, i) => {
            const go = () => this.app.attempt(() => this.app.controls.jump(i + 1));
            return html`
                <li>
                    <button type="button" class=${i + 1 > state.ply ? "later" : null}
                        aria-current=${i + 1 === state.ply ? "true" : null}
                        title=${this.words(move)} @click=${go}>
                        <span class="ply">${i + 1}</span>${move.move}${move.mark && mark(move.mark)}
                    </button>
                </li>`;
        });
        this.list.replaceChildren(...items);
        if (!items.length) this.list.append(html`<li class="muted">None yet.</li>`);
        const current = this.list.querySelector("[aria-current]");
        if (current) {
            const box = this.list.parentNode;
            const middle = current.offsetTop - box.offsetTop - box.clientHeight / 2;
            box.scrollTop = middle;
        }
    }

    // What the review says about a move.
    words(move) {
        const player = this.app.game().players[move.player];
        if (!move.mark) return `${player}: ${move.move}`;
        const text = (score) => score?.words ?? score?.text ?? "-";
        return `${player}: ${move.move} (${text(move.score)}), better ${move.best} (${text(move.best_score)})`;
    }
}
