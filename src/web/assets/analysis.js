// Live analysis: what the search thinks of each move, on the board and as a list. The server searches
// until it is told to stop; whatever changes the position ends the search, and another begins there.
import { AgentField } from "./agents.js";
import { html } from "./dom.js";
import { count, lossColour, percent, scoreTexts, seconds } from "./scale.js";

const ROWS = 8;
const FLOOR = 0.01; // of the visits: below, a spot is faint

export class Analysis {
    constructor(app) {
        this.app = app;
        const { session } = app;
        this.on = html`
            <input type="checkbox" role="switch" id="analysis"
                @change=${() => app.attempt(() => this.switched())}>`;
        this.agent = new AgentField(app, { label: "Analysed by", onChange: () => this.restart() });
        this.kinds = html`<span class="kinds"></span>`;
        this.facts = html`<p class="facts number"></p>`;
        this.list = html`<ol class="lines"></ol>`;
        this.rows = [];
        this.body = html`
            <div class="body analysis" hidden>${this.agent.node}${this.facts}${this.list}</div>`;
        this.node = html`
            <section class="panel" aria-label="Analysis">
                <header>
                    <h2><label class="switch" for="analysis">${this.on}Analysis</label></h2>
                    ${this.kinds}
                </header>
                ${this.body}
            </section>`;
        session.on("created", () => this.created());
        session.on("state", (before) => this.moved(before));
        session.on("turn", () => this.restart());
        session.on("analysis", () => this.show());
        session.on("search", () => this.showFacts());
    }

    // The usual analyst of the game, and one of the other kind.
    created() {
        const game = this.app.game();
        const monte = game.analyst.startsWith("mcts");
        const kinds = [
            ["Alpha-beta", monte ? "pvs:strategy=ybw,threads=0" : game.analyst],
            ["Monte Carlo", monte ? game.analyst : "mcts:strategy=tree,threads=0"],
        ];
        this.kinds.replaceChildren(
            ...kinds.map(
                ([text, agent]) =>
                    html`<button type="button" class="chip" title=${agent}
                        @click=${() => this.choose(agent)}>${text}</button>`,
            ),
        );
        this.agent.value = game.analyst;
        this.marks();
        if (this.remembered()) {
            this.on.checked = true;
            this.body.hidden = false;
        }
    }

    // Within a tab, also when it is loaded again.
    remembered(now) {
        try {
            if (now !== undefined) sessionStorage.setItem("analysis", now ? "on" : "off");
            return sessionStorage.getItem("analysis") === "on";
        } catch {
            return false; // without storage it is off at first
        }
    }

    choose(agent) {
        this.agent.value = agent;
        this.marks();
        if (this.on.checked) this.restart();
        else this.toggle();
    }

    // Presses the chip of the kind that analyses.
    marks() {
        for (const chip of this.kinds.children) {
            chip.setAttribute("aria-pressed", String(chip.title === this.agent.value));
        }
    }

    toggle() {
        this.on.checked = !this.on.checked;
        return this.switched();
    }

    async switched() {
        this.body.hidden = !this.on.checked;
        this.app.welcomed();
        this.remembered(this.on.checked);
        this.app.overlay();
        if (this.on.checked) await this.restart();
        else if (!this.app.turns.thinking) await this.app.session.stop();
    }

    // Other views search for themselves.
    async rest() {
        if (this.on.checked && !this.app.turns.thinking) await this.app.session.stop();
    }

    // Whatever changes the position ends the server's search; a new one begins at the new position,
    // unless an agent thinks there: then its thoughts are shown.
    moved(before) {
        const { state } = this.app.session;
        if (before?.id === state.id && before.position === state.position) return;
        this.held = null;
        this.app.overlay();
        this.list.replaceChildren();
        this.restart();
    }

    async restart() {
        this.marks();
        const { session, turns, editor } = this.app;
        if (!this.on.checked || !session.state || session.state.over || editor.active) return;
        if (this.app.view !== "play" || turns.thinking) return;
        const agentNext = !session.isHuman(session.state.turn) && !turns.open;
        if (agentNext) return;
        await this.app.attempt(() => session.analyze({ agent: this.agent.value, lines: this.lines() }));
    }

    // Where there is a row for each move, all of them are to be exact.
    lines() {
        const { legal } = this.app.session.state;
        return legal.length <= ROWS ? ROWS : 5;
    }

    // What was last heard, if it is about what the board shows.
    get current() {
        const { analysis, state } = this.app.session;
        return analysis &&
            state &&
            analysis.ply === state.ply &&
            analysis.position === state.position
            ? analysis
            : null;
    }

    get shown() {
        return this.on.checked && this.app.view === "play" && !this.app.editor.active;
    }

    show() {
        this.app.valueBar();
        if (!this.shown) return;
        const now = this.current;
        if (!now) return;
        this.showFacts();
        const searched = now.moves.filter((move) => move.score);
        if (!this.held) this.app.board.overlay.heat(heatOf(searched));
        this.showRows(searched.slice(0, ROWS), now);
    }

    // How deep, how much, how fast; or why nothing happens.
    showFacts() {
        const now = this.current;
        const { search } = this.app.session;
        const words = [];
        if (search?.status === "queued" || search?.status === "failed") words.push(search.message);
        else if (now) {
            if (now.depth) words.push(`depth ${now.depth}`);
            if (now.trying) {
                const { depth, move, number, of } = now.trying;
                words.push(`at depth ${depth}: ${move}, move ${number} of ${of}`);
            }
            words.push(
                now.iterations ? `${count(now.iterations)} playouts` : `${count(now.nodes)} nodes`,
                `${count(now.nodes_per_second)}/s`,
                seconds(now.seconds),
            );
            if (now.threads > 1) words.push(`${now.threads} threads`);
            if (now.score?.proven) words.push("proven");
            if (now.memory_full) words.push("memory full");
            if (search?.kind === "play" && search.status === "running")
                words.unshift("the agent thinks:");
        }
        this.facts.textContent = words.join(" · ");
    }

    // ---- the list ----

    // Rows stay where they are and change what they say: one that is being clicked must not vanish.
    showRows(moves, now) {
        const most = Math.max(...moves.map((move) => move.share ?? 0), 1e-9);
        const best = Math.max(...moves.map((move) => move.score.chance));
        while (this.rows.length < moves.length) this.rows.push(this.newRow());
        moves.forEach((move, i) => this.fillRow(this.rows[i], move, now, most, best));
        const shown = this.rows.slice(0, moves.length);
        if (this.list.children.length !== shown.length) {
            this.list.replaceChildren(...shown.map((row) => row.node));
        }
        if (this.held && shown.includes(this.held)) this.hold(this.held);
    }

    newRow() {
        const row = {
            chance: html`<span></span>`,
            raw: html`<small></small>`,
            name: html`<b></b>`,
            bar: html`<i></i>`,
            effort: html`<span class="effort"></span>`,
            pv: html`<span class="pv"></span>`,
        };
        row.value = html`<span class="value">${row.chance}${row.raw}</span>`;
        row.share = html`<span class="share">${row.bar}</span>`;
        const mouse = (action) => (event) => event.pointerType !== "touch" && action();
        const press = () => {
            this.pressed = row.move;
        };
        row.node = html`
            <li tabindex="0" @pointerenter=${mouse(() => this.hold(row))}
                @pointerleave=${mouse(() => this.release())} @pointerdown=${press}
                @focus=${() => this.hold(row)} @blur=${() => this.release()}
                @click=${(event) => this.click(row, event)}
                @keydown=${(event) => event.key === "Enter" && this.play(row.move)}>
                ${row.value}${row.name}${row.share}${row.effort}${row.pv}
            </li>`;
        return row;
    }

    fillRow(row, move, now, most, best) {
        row.move = move.move;
        row.turn = now.turn;
        row.line = move.line.length ? move.line : [{ move: move.move, cell: move.cell }];
        row.node.dataset.move = move.move;
        row.name.textContent = move.move;
        [row.chance.textContent, row.raw.textContent] = scoreTexts(move.score);
        row.value.style.setProperty("--colour", lossColour(best - move.score.chance));
        row.bar.style.width = `${(100 * (move.share ?? 0)) / most}%`;
        row.share.title = `${count(move.visits ?? move.nodes)} ${move.visits === null ? "nodes" : "visits"}`;
        row.effort.textContent = percent(move.share ?? 0);
        row.pv.textContent = row.line
            .slice(1)
            .map((step) => step.move)
            .join(" ");
    }

    // A finger has no hover: the first tap shows the line, the second plays.
    click(row, event) {
        if (event.pointerType === "touch" && this.tapped !== this.pressed) {
            this.tapped = this.pressed;
            this.hold(row);
        } else {
            this.play(this.pressed);
        }
    }

    play(move) {
        if (!this.app.turns.open) return;
        this.release();
        this.tapped = null;
        this.app.attempt(() => this.app.session.move(move));
    }

    // While a line is looked at, the board shows it instead of the heat map.
    hold(row) {
        this.held = row;
        this.app.board.overlay.line(numbered(row.line, row.turn));
    }

    release() {
        if (!this.held) return;
        this.held = null;
        this.app.board.overlay.line([]);
        this.show();
    }
}

// Passes and such take their turn too, though they are not on the board.
export function numbered(line, turn) {
    return line.slice(0, 15).map((step, i) => ({ cell: step.cell ?? -1, player: (turn + i) % 2 }));
}

// What the board shows of each move, see Overlay.heat.
export function heatOf(moves) {
    if (!moves.length) return [];
    const most = moves.reduce((a, b) => ((b.share ?? 0) > (a.share ?? 0) ? b : a));
    const chance = (move) => move.score.chance;
    const sure = moves.filter(
        (move) => move.score.bound !== "at most" && (move.share ?? 0) >= FLOOR,
    );
    const best = sure.reduce((a, b) => (chance(b) > chance(a) ? b : a), most);
    return moves.map((move) => ({
        cell: move.cell ?? -1,
        from: move.from ?? -1,
        share: move.share ?? 0,
        chance: chance(move),
        colour: lossColour(Math.max(0, chance(best) - chance(move))),
        faint: (move.share ?? 0) < FLOOR,
        ring: move === best && best !== most && chance(best) > chance(most),
    }));
}
