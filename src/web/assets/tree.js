// The top of the search tree as an icicle: a row a ply, children by visits, as wide as their share.
// A click goes into a node and fetches what is below it.
import { AgentField } from "./agents.js";
import { numbered } from "./analysis.js";
import { html, svg } from "./dom.js";
import { chanceColour, count, isPale, percent } from "./scale.js";

// What is fetched at once stays below the server's cap; nodes at its lower edge that are wide
// enough to be looked at are fetched further, a few at a time.
const DEPTH = 4;
const WIDTH = 6;
const FURTHER = { depth: 2, pixels: 48, nodes: 8 };
const ROW = 44;
const NARROW = 3; // pixels: below, a node is not drawn

export class Tree {
    constructor(app) {
        this.app = app;
        const { session } = app;
        this.agent = new AgentField(app, {
            label: "Agent that grows the tree",
            value: "mcts:strategy=tree",
        });
        this.seconds = html`
            <input type="number" min="0.1" max="60" step="0.1" value="1" aria-label="Seconds"
                class="short">`;
        this.grow = html`
            <button type="button" class="primary"
                @click=${() => app.attempt(() => this.start())}>Grow a tree</button>`;
        this.crumbs = html`<nav class="crumbs" aria-label="Path"></nav>`;
        this.about = html`<p class="facts number" role="status"></p>`;
        this.drawing = html`<svg class="icicle" role="group" aria-label="Search tree"></svg>`;
        this.node = html`
            <section class="panel" aria-label="Tree">
                <header>
                    <h2>Search tree</h2>
                    ${this.agent.node}<label class="inline">${this.seconds}s</label>${this.grow}
                </header>
                <div class="body">
                    ${this.crumbs}${this.drawing}${this.about}
                    <p class="legend">
                        ${scaleLegend()}<span class="proven-key">outlined: proven</span>
                    </p>
                </div>
            </section>`;
        session.on("created", () => this.clear());
        session.on("state", (before) => {
            if (before?.position !== session.state.position) this.clear();
        });
        session.on("search", (search) => this.heard(search));
        new ResizeObserver(() => this.root && this.draw()).observe(this.drawing);
    }

    clear() {
        this.root = null;
        this.path = [];
        this.drawing.replaceChildren();
        this.drawing.setAttribute("height", 0);
        this.crumbs.replaceChildren();
        this.about.textContent = "A search of this position leaves a tree to look at: all of it with Monte Carlo, with alpha-beta what its table still knows.";
    }

    async start() {
        this.waiting = true;
        this.clear();
        this.about.textContent = "Searching…";
        await this.app.session.analyze({
            agent: this.agent.value,
            seconds: Number(this.seconds.value),
        });
    }

    async heard(search) {
        if (this.app.view !== "tree" || search.kind !== "analysis") return;
        if (search.status === "queued") this.about.textContent = search.message;
        if (search.status === "failed") this.about.textContent = search.message;
        const ended = ["done", "stopped"].includes(search.status);
        if (!ended || this.root || !(this.waiting || this.app.session.analysis?.tree)) return;
        this.waiting = false;
        await this.app.attempt(() => this.load([]));
    }

    async shown() {
        const { analysis } = this.app.session;
        const grown =
            analysis?.tree &&
            analysis.status !== "running" &&
            analysis.position === this.app.session.state.position;
        if (this.root) this.draw();
        else if (grown && !this.waiting) await this.app.attempt(() => this.load([]));
    }

    // A path is of nodes: the crumbs and the board need their moves and cells.
    async load(path) {
        const { session } = this.app;
        let answer;
        try {
            answer = await session.tree(
                path.map((node) => node.move),
                DEPTH,
                WIDTH,
            );
        } catch (error) {
            if (error.status !== 409) throw error;
            this.about.textContent = error.message;
            return;
        }
        if (answer.position !== session.state.position) return;
        this.path = path;
        this.turn = answer.turn;
        this.root = answer.node;
        this.draw();
        this.tell(this.root, this.path);
        await this.further();
    }

    // ---- drawing ----

    draw() {
        const width = this.drawing.clientWidth || 600;
        this.edge = [];
        this.deepest = 0;
        this.drawing.replaceChildren();
        this.place(this.root, 0, width, 0, this.path);
        const height = ROW * (this.deepest + 1);
        this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
        this.drawing.setAttribute("height", height);
        this.showCrumbs();
    }

    place(node, x, width, depth, path) {
        this.drawing.append(this.block(node, x, width, depth, path));
        this.deepest = Math.max(this.deepest, depth);
        if (node.hidden && !node.children.length && width >= FURTHER.pixels) {
            this.edge.push({ node, path, width });
        }
        let left = x;
        const counted = node.children.some((child) => child.visits);
        for (const child of node.children) {
            // Alpha-beta knows the effort of the root's moves only: below, all are alike.
            const part = counted
                ? width * (child.visits / Math.max(1, node.visits))
                : width / node.children.length;
            if (part >= NARROW) this.place(child, left, part, depth + 1, [...path, child]);
            left += part;
        }
    }

    // What is below the widest nodes of the lower edge.
    async further() {
        const { root } = this;
        const widest = this.edge.sort((a, b) => b.width - a.width).slice(0, FURTHER.nodes);
        for (const { node, path } of widest) {
            const answer = await this.app.session.tree(
                path.map((step) => step.move),
                FURTHER.depth,
                WIDTH,
            );
            if (this.root !== root) return;
            node.children = answer.node.children;
            node.hidden = answer.node.hidden;
        }
        if (widest.length) this.draw();
    }

    block(node, x, width, depth, path) {
        const name = node.move ?? "start";
        const label = name + provenSign(node);
        const room = width - 10;
        const fits = label.length * 7.6 < room;
        const chance = chanceOf(node);
        const outlined = node.score?.proven && width > 7;
        const inset = outlined ? 1.5 : 0;
        const classes = ["node", outlined ? "proven" : "", isPale(chance) ? "pale" : ""];
        const value = valueOf(node);
        const words = node.visits ? `${count(node.visits)} · ${value}` : value;
        const look = () => this.look(node, path);
        return svg`
            <g class=${classes.join(" ")} tabindex=${fits ? 0 : null} role="button"
                aria-label=${[name, ...effortOf(node), value].join(", ")}
                transform="translate(${x.toFixed(2)} ${depth * ROW})"
                @pointerenter=${look} @focus=${look} @click=${() => this.enter(path)}
                @keydown=${(event) => event.key === "Enter" && this.enter(path)}>
                <rect x=${inset} y=${inset} width=${Math.max(1, width - 1 - 2 * inset)}
                    height=${ROW - 1.5 - 2 * inset} rx=${Math.min(4, width / 4)}
                    fill=${chanceColour(chance)}/>
                ${fits ? svg`<text x="7" y="18" class="name">${label}</text>` : null}
                ${room > 66 ? svg`<text x="7" y="34" class="visits">${words}</text>` : null}
            </g>`;
    }

        look(node, path) {
        this.tell(node, path);
        this.app.board.overlay.line(numbered(path, this.turn));
    }

    tell(node, path) {
        const who = this.app.game().players[node.player];
        const facts = [
            path.length ? path.map((step) => step.move).join(" ") : `${who} to move`,
            ...effortOf(node),
            `${who}: ${node.score?.text ?? "-"}`,
        ];
        if (node.score?.proven) facts.push("proven");
        if (node.hidden)
            facts.push(`${node.hidden} more ${node.hidden > 1 ? "children" : "child"}`);
        this.about.textContent = facts.join(" · ");
    }

    showCrumbs() {
        if (!this.path.length) {
            this.crumbs.replaceChildren();
            return;
        }
        const step = (text, path) =>
            html`<button type="button" class="quiet"
                @click=${() => this.enter(path)}>${text}</button>`;
        this.crumbs.replaceChildren(
            step("start", []),
            ...this.path.flatMap((node, i) => ["›", step(node.move, this.path.slice(0, i + 1))]),
        );
    }

    enter(path) {
        this.app.attempt(async () => {
            await this.load(path);
            this.app.board.overlay.line(numbered(path, this.turn));
        });
    }
}

// Of the player who made the move; one half where nobody went.
const chanceOf = (node) => node.score?.chance ?? 0.5;

// Bounds as the search left them; else the chance.
const valueOf = (node) =>
    node.score?.bound && node.score.bound !== "exact" ? node.score.text : percent(chanceOf(node));

const effortOf = (node) => (node.visits ? [`${count(node.visits)} visits`] : []);

function provenSign(node) {
    if (!node.score?.proven) return "";
    return { 0: " ✗", 0.5: " =", 1: " ✓" }[chanceOf(node)];
}

export function scaleLegend() {
    const steps = [0, 0.25, 0.5, 0.75, 1];
    return html`
        <svg class="scale" viewBox="0 0 220 18" role="img" aria-label="orange: lost, blue: won">
            <text x="0" y="13">lost</text>
            ${steps.map(
                (chance, i) =>
                    svg`<rect x=${34 + 28 * i} y="2" width="28" height="14"
                        fill=${chanceColour(chance)}/>`,
            )}
            <text x="180" y="13">won</text>
        </svg>`;
}
