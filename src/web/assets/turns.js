// Whose move it is: asks the server for an agent's move whenever it is an agent's turn at the end
// of the game. Whoever looks at earlier moves is left alone until the end is reached again.
import { prefersStill } from "./dom.js";

const PACE = 450; // ms: a move is seen to its end before the answer begins

export class Turns {
    constructor(app) {
        this.app = app;
        this.paused = false;
        this.thinking = false;
        app.session.on("created", () => this.resume());
        app.session.on("state", () => this.consider());
    }

    // A person may move: it is a person's turn, or the game was stopped to look at it.
    get open() {
        const { state } = this.app.session;
        if (state.over) return false;
        return this.app.session.isHuman(state.turn) || this.paused || state.ply < state.plies;
    }

    get agentWaits() {
        const { state } = this.app.session;
        return !state.over && !this.app.session.isHuman(state.turn) && !this.thinking;
    }

    resume() {
        this.paused = false;
    }

    async pause() {
        this.paused = true;
        if (this.thinking) await this.app.attempt(() => this.app.session.stop());
    }

    get agentNext() {
        const { state } = this.app.session;
        return this.agentWaits && !this.paused && state.ply === state.plies;
    }

    async consider() {
        if (!this.agentNext) return;
        const { id, ply, players } = this.app.session.state;
        const watched = !players.includes("human");
        if (ply && (watched || !prefersStill()))
            await new Promise((done) => setTimeout(done, PACE));
        const now = this.app.session.state;
        if (now.id === id && now.ply === ply && this.agentNext) await this.let();
    }

    // The agent moves now, wherever we are.
    async let() {
        this.thinking = true;
        const { id } = this.app.session.state;
        try {
            await this.app.session.play();
        } catch (error) {
            // 409: the position changed meanwhile, which is what the user wanted.
            if (error.status !== 409 && this.app.session.state.id === id) {
                this.paused = true;
                this.app.toast(error.message, true);
            }
        }
        this.thinking = false;
        this.app.session.emit("turn");
        this.consider();
    }
}
