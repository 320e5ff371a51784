// One game on the server: its state, what is heard of its searches, and the commands that change
// it. Views subscribe; none of them talks to the server about the game by itself.
//
// Events: `created` (another session), `state` (with the state before), `search`, `analysis`, `review`
// and `compare` as docs/api.md has them, `turn` (an agent has moved or given up), `lost` and `found`
// (the stream), `gone` (the server does not know the session any more).
import { forget, forgetLater, get, listen, post } from "./api.js";

export const HUMAN = "human";

export class Session {
    constructor() {
        this.listeners = new Map();
        this.state = null;
        this.search = null;
        this.analysis = null;
        this.review = null;
        this.compare = null;
        addEventListener("pagehide", () => this.state && forget(this.path()));
        document.addEventListener("visibilitychange", () => this.seen(!document.hidden));
        // A page that comes back from the browser's cache has lost its session.
        addEventListener("pageshow", (event) => event.persisted && this.emit("gone"));
    }

    on(name, handler) {
        if (!this.listeners.has(name)) this.listeners.set(name, []);
        this.listeners.get(name).push(handler);
    }

    emit(name, data) {
        for (const handler of this.listeners.get(name) ?? []) handler(data);
    }

    path(rest = "") {
        return `sessions/${this.state.id}${rest}`;
    }

    // Begins another game, in a session of its own; the old one is forgotten.
    async create(request) {
        const state = await post("sessions", request);
        const old = this.state && this.path();
        this.source?.close();
        if (old) forgetLater(old);
        this.state = state;
        this.search = this.analysis = this.review = this.compare = null;
        this.emit("created");
        this.emit("state", null);
        this.listen();
        return state;
    }

    listen() {
        this.source?.close();
        const source = (this.source = listen(this.path("/events"), {
            state: (data) => this.accept(data),
            search: (data) => this.hear("search", data),
            analysis: (data) => this.hear("analysis", data),
            review: (data) => this.hear("review", data),
            compare: (data) => this.hear("compare", data),
            gone: () => this.emit("gone"),
        }));
        // A connection that breaks is made again by the browser; one that is refused means that the
        // server no longer knows the session.
        source.onerror = () =>
            this.emit(source.readyState === EventSource.CLOSED ? "gone" : "lost");
        source.onopen = () => this.emit("found");
    }

    // A browser has few connections to one server: pages that nobody sees leave them to the others.
    seen(visible) {
        if (!this.state) return;
        if (visible) this.listen();
        else this.source?.close();
    }

    // Answers and events may cross: the newer one stays. What is still heard of an earlier session
    // is of no interest.
    accept(state) {
        if (state.id !== this.state.id || state.revision < this.state.revision) return;
        const before = this.state;
        this.state = state;
        this.emit("state", before);
    }

    hear(kind, data) {
        this[kind] = data;
        this.emit(kind, data);
    }

    // Changes the game; the answer is its new state.
    async command(name, body) {
        const state = await post(this.path(`/${name}`), body);
        this.accept(state);
        return state;
    }

    move = (move) => this.command("move", { move });
    dead = (cell) => this.command("dead", { cell });
    jump = (ply) => this.command("jump", { ply });
    players = (players) => this.command("players", { players });
    swap = () => this.players([...this.state.players].reverse());
    setup = (position) => this.command("new", { position });
    play = () => this.command("play");

    hint = () => post(this.path("/hint"));
    analyze = (body) => post(this.path("/analyze"), body);
    stop = (what) => post(this.path("/stop"), what ? { what } : {});
    startReview = (body) => post(this.path("/review"), body);
    startCompare = (body) => post(this.path("/compare"), body);
    explain = (body) => post(this.path("/explain"), body);
    decompose = () => post(this.path("/decompose"));
    trace = () => get(this.path("/trace"));

    tree(path, depth, width) {
        const query = new URLSearchParams({ path: path.join(","), depth, width });
        return get(this.path(`/tree?${query}`));
    }

    isHuman(player) {
        return this.state.players[player] === HUMAN;
    }

    // Whose turn it was or is at a ply.
    turnAt(ply) {
        const { history, turn } = this.state;
        return ply < history.length ? history[ply].player : turn;
    }
}
