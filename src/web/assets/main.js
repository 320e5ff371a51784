// Starts the page: the parts, the views as tabs, and what they share.
//
// There is one session at a time, and its state is the only truth about the game: every part listens
// to it and draws itself anew. A part that wants to change something asks the session, which asks the
// server, and the new state comes back to all of them. The address of the page holds the view and the
// game, so that reloading, the browser's history and copied links lead back to them.
import { Analysis } from "./analysis.js";
import { get } from "./api.js";
import { Board } from "./board.js";
import { Compare } from "./compare.js";
import { Controls, KEYS } from "./controls.js";
import { find, html, icon, options } from "./dom.js";
import { Editor } from "./editor.js";
import { Evaluation } from "./evaluation.js";
import { Explain } from "./explain.js";
import { Graph } from "./graph.js";
import { Lab } from "./lab.js";
import { MoveList } from "./moves.js";
import { NewGame } from "./newgame.js";
import * as permalink from "./permalink.js";
import { cellName, tintsOf } from "./pieces.js";
import { Records } from "./records.js";
import { Seats, capital } from "./seats.js";
import { Session } from "./session.js";
import { Status } from "./status.js";
import { Tree } from "./tree.js";
import { Turns } from "./turns.js";
import { Workers } from "./workers.js";

// What colours and sizes mean, view by view.
const SEEN = {
    play: "The bar beside the board and the graph show the first player's chance to win. With analysis on, a circle on a cell is a move: its size is the share of the search's effort, its colour what it loses against the best (blue: nothing, orange: much), a ring marks the best. ?!, ? and ?? in the list are moves that cost 10, 20 and 30 % of the chance to win.",
    explain:
        "The tree of a search, as far as it has gone. Boxes with corners are positions where the player to move at the root (max) chooses, round ones where the opponent (min) does. The second line is the value; a point at a box tells its window and why it has that value. Dashed boxes are moves never looked at, with the nodes that saved. Below: what learned weights say of the board. Blue cells speak for the first player, orange ones for the second.",
    tree: "Each row is a ply of the tree, each box a move: as wide as its visits, blue where who made it does well, orange where badly. A yellow outline is a proven value.",
    compare: "What several agents would play here with equal time or equal nodes.",
    workers:
        "What each thread did over time; the colours are explained below the picture. The equation says where the time went.",
    lab: "Measurements: lines are medians, bands the interval that holds the true median 95 times in 100.",
};

const WIDE = ["workers", "lab"];

class App {
    constructor() {
        this.view = "play";
        this.session = new Session();
        this.board = new Board(find("#board"), (cell, from) => this.pick(cell, from));
        this.board.onCursor = (cell, more) => this.tellCell(cell, more);
        this.session.on("created", () => this.created());
        this.session.on("state", () => this.refresh());
        this.session.on("turn", () => this.refresh());
        this.session.on("gone", () => this.again());
        this.session.on("lost", () =>
            this.tellLost("The connection to the server is lost; the page tries again by itself."),
        );
        this.session.on("found", () => this.tellLost(""));
        this.editor = new Editor(this);
        this.turns = new Turns(this);
        this.status = new Status(this);
        this.seats = new Seats(this);
        this.controls = new Controls(this);
        this.records = new Records(this);
        this.newGame = new NewGame(this);
        this.analysis = new Analysis(this);
        this.graph = new Graph(this);
        this.moves = new MoveList(this);
        this.views = {
            play: [this.welcome(), this.editor.node, this.analysis.node, this.graph.node, this.moves.node],
        };
        for (const [name, Part] of [
            ["explain", Explain],
            ["tree", Tree],
            ["compare", Compare],
            ["workers", Workers],
            ["lab", Lab],
        ]) {
            this[name] = new Part(this);
            this.views[name] = [this[name].node];
        }
        this.evaluation = new Evaluation(this);
        this.views.explain.push(this.evaluation.node);
        this.buildHeader();
    }

    // Asks what there is, and opens the game that the address names.
    async start() {
        const [about, games, agents] = await Promise.all([
            get("about"),
            get("games"),
            get("agents"),
        ]);
        this.about = about;
        this.agents = agents;
        this.games = new Map(games.map((game) => [game.name, game]));
        find("#game").replaceChildren(
            ...options(games.map((game) => [game.name, game.title])),
        );
        const { view, request } = permalink.read();
        this.show(view in this.views ? view : "play");
        await this.open(request).catch(() => this.again()); // a full server is waited for
        this[this.view]?.shown?.();
        addEventListener("hashchange", () => this.attempt(() => this.followLink()));
        document.addEventListener("keydown", (event) => this.controls.key(event));
        document.addEventListener(
            "visibilitychange",
            () => !document.hidden && this.analysis.restart(),
        );
        document.body.classList.add("ready");
    }

    // A bad link is told, and the first game begun instead.
    async open(request) {
        const first = this.games.values().next().value.name;
        const plain = { game: first, players: ["human", "normal"] };
        try {
            await this.session.create(request ?? plain);
        } catch (error) {
            if (!request || [0, 429, 503].includes(error.status)) throw error;
            this.toast(error.message, true);
            await this.session.create(plain);
        }
    }

    // One address after the other: to open a game takes a moment, in which the browser may go on.
    async followLink() {
        if (this.followed !== undefined) return;
        try {
            while (location.hash !== this.written && location.hash !== this.followed) {
                this.followed = location.hash;
                const { view, request } = permalink.read();
                const shown = view in this.views ? view : "play";
                this.entry = null; // where the browser goes there is an entry already
                if (request) {
                    this.view = shown;
                    await this.open(request);
                }
                this.show(shown);
            }
        } finally {
            this.followed = undefined;
        }
    }

    // The server forgot the session, or restarted: the address has all that is needed.
    async again() {
        if (this.recovering) return;
        this.recovering = true;
        while (this.recovering) {
            try {
                await this.open(permalink.read().request);
                this.tellLost("");
                this.recovering = false;
            } catch (error) {
                this.tellLost(`${capital(error.message)}; the page tries again by itself.`);
                await new Promise((done) => setTimeout(done, 2000));
            }
        }
    }

    tellLost(text) {
        const node = find("#lost");
        node.textContent = text;
        node.hidden = !text;
    }

    // The first screen says what this is, until a move is made.
    welcome() {
        const go = (text, action) =>
            html`<button type="button" @click=${() => this.attempt(action)}>${text}</button>`;
        const watch = () =>
            this.session.create({ game: this.session.state.game, players: ["normal", "easy"] });
        const node = html`
            <section class="panel welcome" aria-label="Welcome">
                <header><h2>Play, watch and understand game-tree search</h2></header>
                <div class="body">
                    <p>You play against programs that search ahead, see what they think, and how
                    threads share the work.</p>
                    <div class="row">
                        ${go("Play: click the board", () => this.board.node.focus())}
                        ${go("Watch two agents", watch)}
                        ${go("See a search explained", () => this.show("explain"))}
                        ${go("Run a speed-up experiment", () => this.show("lab"))}
                    </div>
                </div>
            </section>`;
        this.welcomed = () => {
            node.hidden = this.session.state.plies > 0 || this.analysis.on.checked;
        };
        this.session.on("state", this.welcomed);
        return node;
    }

    // ---- what the parts share ----

    game() {
        return this.games.get(this.session.state.game);
    }

    // Does something that may fail: what went wrong is told, and a session that is gone is made
    // again.
    async attempt(action) {
        try {
            await action();
        } catch (error) {
            if (error.status === 404) await this.again();
            else this.toast(error.message, true);
        }
    }

    // A message that goes away by itself.
    toast(message, bad = false) {
        const node = html`<div class="toast${bad ? " bad" : ""}">${message}</div>`;
        find("#toasts").append(node);
        setTimeout(() => node.remove(), bad ? 7000 : 3000);
    }

    // `from` is given where a piece moves.
    pick(cell, from) {
        if (this.editor.active) {
            this.editor.pick(cell);
            return;
        }
        const { state } = this.session;
        if (state.dead && state.board.cells[cell]) {
            this.attempt(() => this.session.dead(cell));
            return;
        }
        const legal = state.legal.filter((move) => move.cell === cell && move.from === from);
        if (!legal.length || !this.turns.open) return;
        const play = ({ move }) => {
            this.turns.resume();
            this.attempt(() => this.session.move(move));
        };
        if (legal.length === 1) play(legal[0]);
        else this.board.choose(legal, play);
    }

    tellCell(cell, more) {
        const { board } = this.session.state;
        const row = Math.floor(cell / board.columns);
        const name = board.column_labels[cell % board.columns] + board.row_labels[row];
        const what = cellName(this.game(), board.cells[cell]);
        const { legal } = this.board;
        const next = this.board.mayLift(cell) ? ", may be moved" : ", may be played";
        const may = more ?? (legal.has(cell) ? next : "");
        this.status.hold(`${name}: ${what}${may}`);
    }

    // ---- drawing ----

    // Another game may have another name and other pieces.
    created() {
        this.fresh = true;
        const game = this.game();
        find("#game").value = game.name;
        document.title = `${game.title} · Canopy`;
        const [near, far] = tintsOf(game);
        find("#value-bar").className = `value-bar tint-${far}`;
        find("#value-bar").firstChild.className = `share tint-${near}`;
        this.overlay();
    }

    // Draws the position and who may move where.
    refresh() {
        const { state } = this.session;
        if (!state || this.editor.active) return;
        const game = this.game();
        const open = this.turns.open ? state.legal : [];
        this.board.show(game, state.board, {
            last: state.last?.cell ?? -1,
            left: state.last?.from ?? -1,
            legal: open
                .filter((move) => move.cell !== null && move.from === undefined)
                .map((move) => move.cell),
            moves: open.filter((move) => move.from !== undefined),
            turn: state.turn,
            dead: state.dead ?? [],
            row: state.row ?? [],
        });
        this.board.node.setAttribute(
            "aria-label",
            `${game.title}, ${state.over ? state.result : `${game.players[state.turn]} to move`}`,
        );
        this.valueBar();
        this.controls.show();
        this.writeLink();
    }

    // Takes everything off the board that is not its pieces; the view puts its own there.
    overlay() {
        if (!this.board.geometry) return;
        this.board.overlay.clear();
        this.valueBar();
        if (this.view === "play") this.analysis.show();
        this[this.view]?.overlay?.();
    }

    // The first player's chance at the position on the board, or null. What a player thinks of its own
    // chances is no judgement, and a heuristic's value swings with the parity of the depth: so the
    // analyst is asked, and the mean of its last two depths.
    chance() {
        const { state } = this.session;
        if (state.over) return state.winner === null ? 0.5 : 1 - state.winner;
        const now = this.analysis.current;
        if (now?.steady && now.kind !== "play")
            return now.turn ? 1 - now.steady.chance : now.steady.chance;
        return state.values[state.ply]?.score?.chance ?? null;
    }

    // The bar beside the board.
    valueBar() {
        const chance = this.chance();
        const bar = find("#value-bar");
        const shown = chance ?? 0.5;
        bar.classList.toggle("unknown", chance === null);
        bar.firstChild.style.height = `${100 * shown}%`;
        const name = this.game().players[0];
        bar.title = chance === null ? "not analysed" : `${name} ${Math.round(100 * shown)} %`;
        bar.setAttribute("aria-label", `Chances: ${bar.title}`);
    }

    // An address that the user has just changed is followed, not overwritten.
    writeLink() {
        if (this.followed !== undefined && location.hash !== this.followed) return;
        const changed = this.written !== undefined && location.hash !== this.written;
        if (changed && !this.fresh) return;
        this.fresh = false;
        this.written = permalink.write(this.view, this.session.state, this.game());
        // A view and a game are entries of the browser's history; moves are not.
        const entry = `${this.view} ${this.session.state.game}`;
        const how = this.entry && entry !== this.entry ? "pushState" : "replaceState";
        this.entry = entry;
        if (location.hash !== this.written) history[how](null, "", this.written);
    }

    // ---- the header ----

    buildHeader() {
        find("#value-bar").append(
            ...html`<div class="share"></div><div class="middle"></div>`,
        );
        find("#game").addEventListener("change", (event) =>
            this.attempt(() =>
                this.session.create({
                    game: event.target.value,
                    players: this.session.state.players,
                }),
            ),
        );
        find("#new").addEventListener("click", () => this.newGame.open());
        find("#help").append(icon("help"));
        find("#help").addEventListener("click", () => this.showKeys());
        find("#theme").addEventListener("click", () => this.switchTheme());
        this.themeIcon();
        this.tabs = [...document.querySelectorAll("[role=tab]")];
        for (const tab of this.tabs)
            tab.addEventListener("click", () => this.show(tab.dataset.view));
        find("nav").addEventListener("keydown", (event) => this.tabKey(event));
    }

    // Within the tabs the arrows go from one to the next, and not through the game.
    tabKey(event) {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step) return;
        event.stopPropagation();
        const at = this.tabs.findIndex((tab) => tab.dataset.view === this.view);
        const next = this.tabs[(at + step + this.tabs.length) % this.tabs.length];
        this.show(next.dataset.view);
        next.focus();
    }

    // Changes to another view. The board stays; what is beside it changes.
    show(view) {
        this.view = view;
        const main = find("#main");
        main.dataset.view = view;
        main.classList.toggle("wide", WIDE.includes(view));
        find("#side").replaceChildren(...this.views[view]);
        find("#side").setAttribute("aria-labelledby", `tab-${view}`);
        for (const tab of this.tabs) {
            const selected = tab.dataset.view === view;
            tab.setAttribute("aria-selected", String(selected));
            tab.tabIndex = selected ? 0 : -1;
            if (selected) tab.scrollIntoView({ block: "nearest", inline: "center" });
        }
        if (this.editor.active && view !== "play") this.editor.leave();
        if (!this.session.state) return;
        this.overlay();
        this.writeLink();
        this[view]?.shown?.();
        this.evaluation.shown();
        if (view === "play") this.analysis.restart();
        else this.attempt(() => this.analysis.rest());
    }

    switchTheme() {
        const root = document.documentElement;
        root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
        try {
            localStorage.setItem("theme", root.dataset.theme);
        } catch {
            // Without storage the choice lasts as long as the page.
        }
        this.themeIcon();
        this.workers.draw?.();
    }

    themeIcon() {
        const dark = document.documentElement.dataset.theme === "dark";
        find("#theme").replaceChildren(icon(dark ? "sun" : "moon"));
    }

    showKeys() {
        const game = this.game();
        const row = ([keys, what]) => html`
            <dt>${keys.split(" ").map((key) => [html`<kbd>${key}</kbd>`, " "])}</dt>
            <dd>${what}</dd>`;
        const dialog = html`
            <dialog aria-label="Help" @close=${() => dialog.remove()}>
                <form method="dialog">
                    <header>
                        <h2>Help</h2>
                        <button class="quiet" aria-label="Close">${icon("close")}</button>
                    </header>
                    <div class="body help-text">
                        <h3>The rules of ${game.title}</h3>
                        <p>${game.text}</p>
                        <h3>What is seen here</h3>
                        <p>${SEEN[this.view]}</p>
                        <h3>Keys</h3>
                        <dl class="keys">${KEYS.map(row)}</dl>
                    </div>
                </form>
            </dialog>`;
        document.body.append(dialog);
        dialog.showModal();
    }
}

const app = new App();
app.start().catch((error) => app.toast(error.message, true));
