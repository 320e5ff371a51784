// Monte Carlo tree search step by step: selection with its terms, expansion, playout, backing up.
import { html, svg } from "./dom.js";
import { percent } from "./scale.js";

const WIDTH = 66;
const HEIGHT = 34;
const ROW = 66;
const GAP = 6;
const SHOWN = 9; // rows of the table of a choice

export class Walks {
    constructor(app, data) {
        this.app = app;
        this.data = data;
        this.byId = new Map(data.nodes.map((node) => [node.id, { ...node, children: [] }]));
        this.nodes = [...this.byId.values()];
        this.replay();
        this.arrange();
        this.draw();
    }

    get steps() {
        return this.events.length;
    }

    // Steps with what the tree is at each: visits and rewards by node.
    replay() {
        this.events = [];
        let choice; // the last, which stays in view
        const visits = new Map([[0, 0]]);
        const rewards = new Map([[0, 0]]);
        this.data.iterations.forEach((walk, i) => {
            const path = [0];
            const push = (kind, more) =>
                this.events.push({
                    kind,
                    walk,
                    iteration: i + 1,
                    path: [...path],
                    visits: new Map(visits),
                    rewards: new Map(rewards),
                    ...more,
                });
            walk.choices.forEach((next, k) => {
                choice = next;
                if (walk.grown && k === walk.choices.length - 1) push("expand", { choice });
                push("select", { choice });
                path.push(choice.first + choice.chosen);
            });
            push("playout", { choice });
            const weight = Math.max(1, walk.playouts);
            for (const id of path) {
                visits.set(id, (visits.get(id) ?? 0) + weight);
                rewards.set(id, (rewards.get(id) ?? 0) + walk.reward * weight);
            }
            push("back up", { choice });
        });
        this.final = visits;
    }

    arrange() {
        for (const node of this.nodes) {
            node.ply = 0;
            if (node.parent < 0) continue;
            const parent = this.nodes[node.parent];
            node.ply = parent.ply + 1;
            node.above = parent;
            // A child that was never tried is only counted.
            if (this.final.has(node.id)) parent.children.push(node);
            else parent.untried = (parent.untried ?? 0) + 1;
        }
        let next = 0;
        const place = (node) => {
            for (const child of node.children) place(child);
            const [first, last] = [node.children[0], node.children.at(-1)];
            node.x = first ? (first.x + last.x) / 2 : next++;
        };
        place(this.nodes[0]);
        this.columns = next;
        this.drawn = this.nodes.filter((node) => node.id === 0 || this.final.has(node.id));
        this.deepest = Math.max(...this.drawn.map((node) => node.ply)) + 1;
    }

    draw() {
        const width = this.columns * (WIDTH + GAP) + GAP;
        const height = this.deepest * ROW + GAP;
        this.drawing = svg("svg", {
            class: "search-tree",
            width,
            height,
            viewBox: `0 0 ${width} ${height}`,
            preserveAspectRatio: "none",
            role: "img",
            "aria-label": "The tree of the search",
        });
        for (const node of this.drawn) this.drawNode(node);
        this.table = html("tbody");
        this.facts = html("p", { class: "facts number" });
        this.scroller = html("div", { class: "explain-scroll", tabindex: 0, role: "group", "aria-label": "Tree" }, this.drawing);
        this.node = html(
            "article",
            { class: "explain-player" },
            html("h3", { text: this.data.agent }),
            this.scroller,
            html(
                "table",
                { class: "terms number" },
                html("caption", { text: "The children of the node where the walk is" }),
                html(
                    "thead",
                    {},
                    html(
                        "tr",
                        {},
                        ...["move", "visits", "mean", "exploration", "sum"].map((text) =>
                            html("th", { scope: "col", text }),
                        ),
                    ),
                ),
                this.table,
            ),
            this.facts,
        );
    }

    drawNode(node) {
        const left = node.x * (WIDTH + GAP) + GAP;
        const top = node.ply * ROW + GAP;
        const middle = left + WIDTH / 2;
        if (node.above) {
            const x = node.above.x * (WIDTH + GAP) + GAP + WIDTH / 2;
            node.edge = svg("path", {
                class: "edge",
                d: `M${x} ${top - ROW + HEIGHT}V${top - (ROW - HEIGHT) / 2}H${middle}V${top}`,
            });
            this.drawing.append(node.edge);
        }
        node.label = svg("text", { x: middle, y: top + 28, class: "label" });
        node.shape = svg(
            "g",
            { class: `node ${node.ply % 2 ? "min" : "max"}`, hidden: true },
            svg("rect", { x: left, y: top, width: WIDTH, height: HEIGHT, rx: node.ply % 2 ? 14 : 3 }),
            svg("text", { x: middle, y: top + 14, class: "name", text: node.move }),
            node.label,
        );
        this.drawing.append(node.shape);
    }

    show(step, practice) {
        const event = this.events[step];
        const on = new Set(event.path);
        for (const node of this.drawn) {
            const visits = event.visits.get(node.id) ?? 0;
            const seen = visits > 0 || on.has(node.id) || node.id === 0;
            node.shape.toggleAttribute("hidden", !seen);
            node.edge?.toggleAttribute("hidden", !seen);
            node.shape.classList.toggle("path", on.has(node.id));
            node.shape.classList.toggle("current", event.path.at(-1) === node.id);
            node.label.textContent = visits
                ? `${visits} · ${percent(event.rewards.get(node.id) / visits)}`
                : "";
        }
        this.fillTable(event, practice);
        this.facts.textContent = `iteration ${event.iteration} of ${this.data.iterations.length} · ${event.kind}`;
        const current = this.byId.get(event.path.at(-1));
        this.scroller.scrollTo(
            (current.x + 0.5) * (WIDTH + GAP) - this.scroller.clientWidth / 2,
            current.ply * ROW - this.scroller.clientHeight / 2,
        );
    }

    // The greatest sums first.
    ranked(choice) {
        const rows = choice.children.map(([visits, mean, explore, total, outcome], i) => ({
            move: this.byId.get(choice.first + i).move,
            visits,
            mean,
            explore,
            total: total ?? (outcome ? (mean > 0.5 ? Infinity : -Infinity) : Infinity),
            outcome,
            chosen: i === choice.chosen,
        }));
        return rows.sort((a, b) => b.chosen - a.chosen || b.total - a.total);
    }

    fillTable(event, practice) {
        if (!event.choice) {
            this.table.replaceChildren();
            return;
        }
        const rows = this.ranked(event.choice);
        const number = (value) => (value === null ? "" : value.toFixed(3));
        const hide = practice && event.kind === "select";
        if (hide) rows.sort((a, b) => a.move.localeCompare(b.move, "en", { numeric: true }));
        this.table.replaceChildren(
            ...rows.slice(0, SHOWN).map((row) =>
                html(
                    "tr",
                    { class: row.chosen && !hide ? "chosen" : null },
                    html("th", { scope: "row", text: row.move }),
                    html("td", { text: row.visits }),
                    html("td", { text: row.visits || row.outcome ? number(row.mean) : "" }),
                    html("td", { text: row.outcome ? "proven" : number(row.explore) }),
                    html("td", {
                        text: hide ? "?" : Number.isFinite(row.total) ? number(row.total) : row.outcome ? "" : "first",
                    }),
                ),
            ),
        );
        if (rows.length > SHOWN) {
            this.table.append(
                html(
                    "tr",
                    {},
                    html("td", { colspan: 5, class: "muted", text: `… and ${rows.length - SHOWN} more` }),
                ),
            );
        }
    }

    words(step) {
        const { kind, choice, walk, path } = this.events[step];
        const name = (id) => (id ? this.byId.get(id).move : "the root");
        const at = name(path.at(-1));
        if (kind === "expand") return `Expand ${at}: it gets ${choice.children.length} children.`;
        if (kind === "select") {
            const best = this.ranked(choice)[0];
            const sum = Number.isFinite(best.total)
                ? `mean ${best.mean.toFixed(3)} + exploration ${best.explore.toFixed(3)} is the greatest sum`
                : best.outcome
                  ? "it is proven to win"
                  : "what was never tried goes first";
            return `Select at ${at}: ${choice.side} takes ${best.move}; ${sum}.`;
        }
        const who = this.data.maximiser;
        if (kind === "playout") {
            return walk.exact
                ? `The result of ${at} is known: ${percent(walk.reward)} for ${who}.`
                : `A random game from ${at}: ${percent(walk.reward)} for ${who}.`;
        }
        return `Back up: the result is added to ${path.length} nodes, from ${at} to the root.`;
    }

    // Which child next?
    question(step) {
        const { kind, choice, path } = this.events[step];
        if (kind !== "select") return null;
        const rows = this.ranked(choice);
        const best = rows[0];
        const same = rows.filter((row) => row.total === best.total).map((row) => row.move);
        const at = path.at(-1) ? this.byId.get(path.at(-1)).move : "the root";
        return {
            text: `The walk is at ${at}. Which child does UCT take next?`,
            choices: rows
                .slice(0, SHOWN)
                .map((row) => row.move)
                .sort((a, b) => a.localeCompare(b, "en", { numeric: true })),
            right: (move) => same.includes(move),
            why: this.words(step),
        };
    }
}
