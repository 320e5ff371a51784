// Up to four agents on one position, with equal time or equal nodes: which move each would play, what
// it thinks of it, and whether they agree. A card for each; their letters stand on the board.
import { AgentField } from "./agents.js";
import { numbered } from "./analysis.js";
import { html, icon } from "./dom.js";
import { chanceColour, count, scoreTexts, seconds } from "./scale.js";

const LETTERS = "ABCD";
const USUAL = ["pvs", "alphabeta:depth=0,table=off", "mcts", "greedy"];

export class Compare {
    constructor(app) {
        this.app = app;
        const { session } = app;
        this.cards = html`<div class="cards"></div>`;
        this.amount = html`
            <input type="number" min="0.05" step="any" value="2" class="short"
                aria-label="How much">`;
        this.unit = html`
            <select aria-label="Equal" @change=${() => this.unitChanged()}>
                <option value="seconds">seconds each</option>
                <option value="nodes">nodes each</option>
            </select>`;
        this.add = html`
            <button type="button" @click=${() => this.addAgent("")}>${icon("plus")}Agent</button>`;
        this.run = html`
            <button type="button" class="primary"
                @click=${() => app.attempt(() => this.start())}>Compare</button>`;
        this.verdict = html`<p class="verdict" role="status"></p>`;
        this.node = html`
            <section class="panel" aria-label="Compare">
                <header>
                    <h2>Agents side by side</h2>
                    ${this.amount}${this.unit}${this.add}${this.run}
                </header>
                <div class="body">${this.verdict}${this.cards}</div>
            </section>`;
        this.agents = [];
        session.on("created", () => this.reset());
        session.on("state", (before) => {
            if (before?.position !== session.state.position) this.forget();
        });
        session.on("compare", () => this.show());
        session.on("search", (search) => {
            if (search.kind === "compare" && search.status === "queued") this.say(search.message);
        });
        for (const agent of USUAL.slice(0, 3)) this.addAgent(agent);
    }

    get running() {
        return ["running", "queued"].includes(this.app.session.compare?.status);
    }

    reset() {
        this.forget();
        for (const { field } of this.agents) field.say("");
    }

    // The position changed: what was found is of no use any more.
    forget() {
        this.app.session.compare = null;
        this.run.textContent = "Compare";
        this.say("What would each of them play here?");
        for (const { facts } of this.agents) facts.replaceChildren();
    }

    say(text) {
        this.verdict.textContent = text;
    }

    unitChanged() {
        const nodes = this.unit.value === "nodes";
        this.amount.value = nodes ? 100000 : 2;
        this.amount.min = nodes ? 1 : 0.05;
    }

    addAgent(spec) {
        const field = new AgentField(this.app, { label: "Agent", value: spec });
        const facts = html`<div class="card-facts"></div>`;
        const letter = html`<span class="card-letter"></span>`;
        const remove = () => this.remove(entry);
        const card = html`
            <article class="card">
                <header>
                    ${letter}${field.node}
                    <button type="button" class="quiet" aria-label="Remove"
                        @click=${remove}>${icon("close")}</button>
                </header>
                ${facts}
            </article>`;
        const entry = { field, facts, card, letter };
        this.agents.push(entry);
        this.cards.append(card);
        this.rename();
        if (!spec) field.input.focus();
    }

    remove(entry) {
        this.agents.splice(this.agents.indexOf(entry), 1);
        entry.card.remove();
        this.rename();
    }

    rename() {
        this.agents.forEach(({ letter, field }, i) => {
            letter.textContent = LETTERS[i];
            field.input.setAttribute("aria-label", `Agent ${LETTERS[i]}`);
        });
        this.add.disabled = this.agents.length >= LETTERS.length;
        this.run.disabled = !this.agents.length;
        this.say("What would each of them play here?");
    }

    async start() {
        if (this.running) {
            await this.app.session.stop();
            return;
        }
        const body = { agents: this.agents.map(({ field }) => field.value) };
        body[this.unit.value] = Number(this.amount.value);
        this.forget();
        await this.app.session.startCompare(body);
    }

    show() {
        const { compare } = this.app.session;
        if (!compare) return;
        this.run.textContent = this.running ? "Stop" : "Compare";
        compare.agents.forEach((agent, i) =>
            this.agents[i]?.facts.replaceChildren(...this.facts(agent, compare)),
        );
        if (compare.agreement) this.say(verdict(compare.agreement));
        this.overlay();
    }

    overlay() {
        const { compare, state } = this.app.session;
        if (this.app.view !== "compare" || !compare || compare.position !== state.position) return;
        this.app.board.overlay.letters(
            compare.agents.map((agent, i) => ({
                cell: agent.best ? (agent.cell ?? -1) : -1,
                text: LETTERS[i],
            })),
        );
    }

    // What a card says of its agent.
    facts(agent, compare) {
        if (agent.message) return [html`<p class="error">${agent.message}</p>`];
        if (!agent.best) return [html`<p class="muted">${agent.status}</p>`];
        const [shown, small] = agent.score ? scoreTexts(agent.score) : ["-", ""];
        const value = html`<span class="value">${shown}<small>${small}</small></span>`;
        if (agent.score) value.style.setProperty("--colour", chanceColour(agent.score.chance));
        const fact = (name, text) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`;
        const line = agent.line ?? [];
        const hover = () => this.app.board.overlay.line(numbered(line, compare.turn));
        return html`
            <p class="choice"><b>${agent.best}</b>${value}</p>
            <dl class="facts-grid number">
                ${fact("depth", agent.depth)}
                ${fact("nodes", count(agent.nodes))}
                ${fact("nodes/s", count(agent.nodes_per_second))}
                ${fact("time", seconds(agent.seconds))}
            </dl>
            <p class="pv" tabindex="0" @pointerenter=${hover} @focus=${hover}
                @pointerleave=${() => this.unhover()} @blur=${() => this.unhover()}>
                ${line.map((step) => step.move).join(" ")}
            </p>
            ${agent.clamped.map((text) => html`<p class="muted">${text}</p>`)}`;
    }

    unhover() {
        this.app.board.overlay.line([]);
        this.overlay();
    }
}

function verdict({ agents, of, move }) {
    if (of === 1) return `It would play ${move}.`;
    if (agents === 1) return "Each would play another move.";
    return agents === of
        ? `All ${of} would play ${move}.`
        : `${agents} of ${of} would play ${move}.`;
}
