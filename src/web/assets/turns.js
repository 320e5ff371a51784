// Whose move it is: asks the server for an agent's move whenever it is an agent's turn at the end of
// the game. Whoever looks at earlier moves is left alone until the end is reached again.

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

    async consider() {
        const { state } = this.app.session;
        if (this.paused || state.ply < state.plies || !this.agentWaits) return;
        await this.let();
    }

    // The agent moves now, wherever we are.
    async let() {
        this.thinking = true;
        const { id, players } = this.app.session.state;
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
        // Two agents go on by themselves, at a pace one can follow.
        if (!players.includes("human")) await new Promise((done) => setTimeout(done, 350));
        if (!this.thinking) this.consider();
    }
}
