// The buttons below the board, and the keys that do the same.
import { scoreWords } from "./scale.js";
import { find, html, icon } from "./dom.js";

export class Controls {
    constructor(app) {
        this.app = app;
        const { session } = app;
        const button = (name, title, action) =>
            html`<button type="button" title=${title} aria-label=${title}
                @click=${() => app.attempt(action)}>${icon(name)}</button>`;
        const gap = () => html`<span class="gap"></span>`;
        this.first = button("first", "To the start (Home)", () => this.jump(0));
        this.back = button("back", "One back (←)", () => this.step(-1));
        this.forward = button("forward", "One forward (→)", () => this.step(1));
        this.last = button("last", "To the end (End)", () => this.jump(session.state.plies));
        this.undoButton = button("undo", "Take back (u)", () => this.undo());
        this.hintButton = button("hint", "Hint (h)", () => this.hint());
        this.swapButton = button("swap", "Swap sides (s)", () => this.swap());
        this.edit = button("edit", "Set up a position (e)", () => app.editor.toggle());
        this.share = button("share", "Copy a link to this position (l)", () => app.records.share());
        this.open = button("open", "Open or paste a game record (o)", () => app.records.open());
        this.save = button("save", "Save the game", () => app.records.save());
        this.pass = html`
            <button type="button" title="Pass (p)"
                @click=${() => app.attempt(() => this.playPass())}>Pass</button>`;
        this.goOn = html`
            <button type="button" class="primary"
                @click=${() => app.attempt(() => this.toggleAgents())}></button>`;
        find("#controls").replaceChildren(
            ...[this.first, this.back, this.forward, this.last, gap(), this.pass, this.goOn],
            ...[this.undoButton, this.hintButton, this.swapButton, gap()],
            ...[this.edit, this.share, this.open, this.save],
        );
        for (const event of ["state", "search", "turn"]) session.on(event, () => this.show());
    }

    // Which buttons can be pressed now.
    show() {
        const { state, search } = this.app.session;
        const { turns } = this.app;
        if (!state) return;
        const editing = this.app.editor.active;
        this.first.disabled = this.back.disabled = this.undoButton.disabled = editing || !state.ply;
        this.forward.disabled = this.last.disabled = editing || state.ply === state.plies;
        this.hintButton.disabled = editing || state.over || !turns.open;
        this.swapButton.disabled = editing;
        this.hintButton.classList.toggle(
            "busy",
            search?.kind === "hint" && search.status === "running",
        );
        const pass = this.passMove();
        this.pass.hidden = !this.app.game().passes;
        this.pass.disabled = editing || !pass || !turns.open;
        this.pass.classList.toggle(
            "primary",
            Boolean(pass) && state.legal.length === 1 && turns.open,
        );
        this.showGoOn(state, turns, editing);
    }

    // One button stops agents, makes one that thinks move at once, or lets one move.
    showGoOn(state, turns, editing) {
        const agents = state.players.filter((player) => player !== "human").length;
        const name = this.app.game().players[state.turn];
        let text = "";
        if (turns.thinking) text = agents === 2 ? "Pause" : "Move now";
        else if (turns.agentWaits && (turns.paused || state.ply < state.plies))
            text = `Let ${name} move`;
        else if (agents === 2 && !state.over && !turns.paused) text = "Pause";
        this.goOn.hidden = !text || editing;
        this.goOn.textContent = text;
    }

    async toggleAgents() {
        const { session, turns } = this.app;
        const both = !session.state.players.includes("human");
        if (
            turns.thinking ||
            (both && !turns.paused && session.state.ply === session.state.plies)
        ) {
            if (both) await turns.pause();
            else await session.stop();
            this.show();
        } else {
            turns.resume();
            await turns.let();
        }
    }

    // ---- actions ----

    jump(ply) {
        const { state } = this.app.session;
        if (ply < 0 || ply > state.plies || ply === state.ply) return undefined;
        return this.app.session.jump(ply);
    }

    step(plies) {
        return this.jump(this.app.session.state.ply + plies);
    }

    // Back to where a person was to move, if there is one.
    undo() {
        const { session } = this.app;
        const { state } = session;
        if (!state.ply) return undefined;
        let ply = state.ply - 1;
        if (state.players.includes("human")) {
            while (ply > 0 && !session.isHuman(session.turnAt(ply))) ply--;
        }
        return session.jump(ply);
    }

    redo() {
        const { session } = this.app;
        const { state } = session;
        if (state.ply === state.plies) return undefined;
        let ply = state.ply + 1;
        while (ply < state.plies && !session.isHuman(session.turnAt(ply))) ply++;
        return session.jump(ply);
    }

    // Asks the analyst for a move, and shows it with what it expects.
    async hint() {
        const { session, board, status } = this.app;
        if (session.state.over || !this.app.turns.open) return;
        const { ply } = session.state;
        status.say("Looking for a good move…");
        const found = await session.hint();
        if (session.state.ply !== ply || !found?.best) return;
        board.overlay.hint(found.cell ?? -1, found.from ?? -1);
        const line = found.line
            .slice(1, 5)
            .map((move) => move.move)
            .join(" ");
        status.hold(`Hint: ${found.best} (${found.score?.words ?? scoreWords(found.score, this.app.game(), session.state.turn)})${line ? `, expecting ${line}` : ""}`);
        this.app.analysis.restart();
    }

    swap() {
        this.app.turns.resume();
        return this.app.session.swap();
    }

    passMove() {
        return this.app.session.state.legal.find((move) => move.cell === null);
    }

    playPass() {
        const pass = this.passMove();
        return pass && this.app.turns.open ? this.app.session.move(pass.move) : undefined;
    }

    // ---- keys ----

    key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
        // The focus may stay in a closed dialog for a moment: then the key is the page's already.
        const dialog = event.target.closest("dialog");
        if (dialog ? dialog.open : event.target.closest("input, select, textarea")) return;
        const actions = {
            ArrowLeft: () => this.step(-1),
            ArrowRight: () => this.step(1),
            Home: () => this.jump(0),
            End: () => this.jump(this.app.session.state.plies),
            u: () => this.undo(),
            r: () => this.redo(),
            h: () => this.hint(),
            s: () => this.swap(),
            p: () => this.playPass(),
            e: () => this.app.editor.toggle(),
            l: () => this.app.records.share(),
            o: () => this.app.records.open(),
            n: () => this.app.newGame.open(),
            a: () => this.app.analysis.toggle(),
            d: () => this.app.switchTheme(),
            "?": () => this.app.showKeys(),
        };
        const tab = this.app.tabs[event.key - 1];
        const action = actions[event.key] ?? (tab && (() => this.app.show(tab.dataset.view)));
        if (!action) return;
        event.preventDefault();
        this.app.attempt(action);
    }
}

export const KEYS = [
    ["← →", "move by move (on the board: the cursor)"],
    ["Home End", "start and end of the game"],
    ["↑ ↓ ← → Enter", "on the board: choose a cell and play there"],
    ["u r", "take back, play again"],
    ["h", "hint"],
    ["p", "pass"],
    ["s", "swap sides"],
    ["a", "analysis on or off"],
    ["e", "set up a position"],
    ["n", "new game"],
    ["o", "open or paste a record"],
    ["l", "copy a link"],
    ["d", "dark or light"],
    ["1 … 6", "the views"],
];
