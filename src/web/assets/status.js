// The line below the board: the last move, whose turn it is, how the game ended. Also heard by
// those who do not see the board.
import { find } from "./dom.js";
import { capital } from "./seats.js";

export class Status {
    constructor(app) {
        this.app = app;
        this.node = find("#status");
        this.note = find("#note");
        app.session.on("state", () => this.show());
    }

    show() {
        const { state } = this.app.session;
        const game = this.app.game();
        const last = state.last;
        const words = [];
        if (last) words.push(`${game.players[last.player]} played ${last.move}.`);
        if (state.over) words.push(`${capital(state.result)}.`);
        else words.push(`${game.players[state.turn]} to move.`);
        if (state.dead) words.push("Pick stones to say which are dead.");
        this.say(this.held?.key === this.key() ? this.held.text : words.join(" "));
        this.node.classList.toggle("over", state.over);
        // What the strips beside the board tell already need not be told again.
        const counts = game.players.map((name, i) => `${name} ${state.counts[i]}`).join(", ");
        this.note.textContent = state.board.note === counts ? "" : state.board.note;
    }

    key() {
        const { session } = this.app;
        return `${session.path("")} ${session.state.ply} ${session.state.position}`;
    }

    // Stays while the position does, whatever else is told about it.
    hold(text) {
        this.held = { key: this.key(), text };
        this.say(text);
    }

    say(text) {
        if (this.node.textContent !== text) this.node.textContent = text;
    }
}
