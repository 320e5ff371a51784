// The moves of the game, with the marks of a review: click to go there.
import { html } from "./dom.js";

const MARKS = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

export const markClass = (mark) => MARKS[mark] ?? "";

export class MoveList {
    constructor(app) {
        this.app = app;
        this.list = html("ol", { class: "moves number" });
        this.node = html(
            "section",
            { class: "panel", "aria-label": "Moves" },
            html("header", {}, html("h2", { text: "Moves" })),
            html("div", { class: "body" }, this.list),
        );
        app.session.on("state", () => this.show());
    }

    show() {
        const { state } = this.app.session;
        const items = state.history.map((move, i) =>
            html(
                "li",
                {},
                html(
                    "button",
                    {
                        type: "button",
                        class: i + 1 > state.ply ? "later" : undefined,
                        "aria-current": i + 1 === state.ply ? "true" : undefined,
                        title: this.words(move),
                        onclick: () => this.app.attempt(() => this.app.controls.jump(i + 1)),
                    },
                    html("span", { class: "ply", text: i + 1 }),
                    move.move,
                    move.mark
                        ? html("span", { class: `mark ${markClass(move.mark)}`, text: move.mark })
                        : null,
                ),
            ),
        );
        this.list.replaceChildren(...items);
        if (!items.length) this.list.append(html("li", { class: "muted", text: "None yet." }));
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
