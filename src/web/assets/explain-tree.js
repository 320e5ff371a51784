// The tree of a minimax or alpha-beta search, as it stood at any step.
import { html, svg } from "./dom.js";
import { count } from "./scale.js";

const WIDTH = 62;
const HEIGHT = 34;
const ROW = 66;
const GAP = 6;

const WHY = {
    open: "the search was stopped here",
    searched: "every move was looked at",
    cut: "cut off",
    table: "known from the table",
    forced: "a forced win that the game sees",
    ended: "the game is over",
    leaf: "as deep as asked: the heuristic's value",
};

export class TreePlayer {
    constructor(app, data) {
        this.app = app;
        this.data = data;
        this.nodes = data.nodes;
        this.steps = data.steps;
        this.arrange();
        this.draw();
    }

    // ---- where everything is ----

    arrange() {
        const { nodes } = this;
        this.at = []; // by step: [node, entered?]
        for (const [i, node] of nodes.entries()) {
            node.id = i;
            node.children = [];
            node.ply = node.parent < 0 ? 0 : nodes[node.parent].ply + 1;
            if (node.parent >= 0) nodes[node.parent].children.push(node);
            this.at[node.enter] = [node, true];
            if (node.leave > node.enter) this.at[node.leave] = [node, false];
        }
        let next = 0;
        const place = (node) => {
            for (const child of node.children) place(child);
            if (node.left) node.ghost = next++;
            const first = node.children[0];
            const last = node.children.at(-1);
            if (!first) node.x = node.left ? node.ghost : next++;
            else node.x = (first.x + (node.left ? node.ghost : last.x)) / 2;
        };
        for (const node of nodes) if (node.parent < 0) place(node);
        this.columns = next;
        this.deepest = Math.max(...nodes.map((node) => node.ply)) + 1;
    }

    // ---- drawing ----

    draw() {
        const width = this.columns * (WIDTH + GAP) + GAP;
        const height = (this.deepest + (this.nodes.some((n) => n.left) ? 0 : 0)) * ROW + GAP;
        this.drawing = svg("svg", {
            class: "search-tree",
            width,
            height,
            viewBox: `0 0 ${width} ${height}`,
            preserveAspectRatio: "none",
            role: "img",
            "aria-label": "The tree of the search",
        });
        for (const node of this.nodes) this.drawNode(node);
        this.facts = html("p", { class: "facts number" });
        this.scroller = html("div", { class: "explain-scroll", tabindex: 0, role: "group", "aria-label": "Tree" }, this.drawing);
        this.node = html(
            "article",
            { class: "explain-player" },
            html("h3", { text: this.data.agent }),
            this.scroller,
            this.facts,
        );
    }

    drawNode(node) {
        const left = node.x * (WIDTH + GAP) + GAP;
        const top = node.ply * ROW + GAP;
        const middle = left + WIDTH / 2;
        const edge = (x) =>
            svg("path", {
                class: "edge",
                d: `M${middle} ${top + HEIGHT}V${top + (HEIGHT + ROW) / 2}H${x}V${top + ROW}`,
            });
        node.edges = node.children.map(
            (child) => (child.edge = edge(child.x * (WIDTH + GAP) + GAP + WIDTH / 2)),
        );
        node.name = svg("text", { x: middle, y: top + 14, class: "name", text: this.nameOf(node) });
        node.label = svg("text", { x: middle, y: top + 28, class: "label" });
        node.title = svg("title", {});
        const settled = node.leave === node.enter;
        node.shape = svg(
            "g",
            { class: `node ${settled ? node.why : node.side}`, hidden: true },
            node.title,
            svg("rect", {
                x: left,
                y: top,
                width: WIDTH,
                height: HEIGHT,
                rx: node.side === "max" ? 3 : 14,
            }),
            node.name,
            node.label,
        );
        this.drawing.append(...node.edges);
        if (node.left) {
            const x = node.ghost * (WIDTH + GAP) + GAP;
            node.ghostShape = svg(
                "g",
                { class: "node ghost", hidden: true },
                svg("title", {
                    text: `never looked at: ${node.left.join(" ")}; ${count(node.saved)} nodes saved`,
                }),
                edge(x + WIDTH / 2),
                svg("rect", { x, y: top + ROW, width: WIDTH, height: HEIGHT, rx: 3 }),
                svg("text", {
                    x: x + WIDTH / 2,
                    y: top + ROW + 14,
                    class: "name",
                    text: `✂ ${node.left.length}`,
                }),
                svg("text", {
                    x: x + WIDTH / 2,
                    y: top + ROW + 28,
                    class: "label",
                    text: `−${count(node.saved)}`,
                }),
            );
            this.drawing.append(node.ghostShape);
        }
        this.drawing.append(node.shape);
    }

    nameOf(node) {
        if (node.parent < 0) return `depth ${node.depth}`;
        return node.again ? `${node.move} again` : node.move;
    }

    // ---- a step ----

    // What is known when `step` has been made.
    known(step) {
        const best = new Map();
        for (const node of this.nodes) {
            if (node.enter > step) break;
            if (node.leave < 0 || node.leave > step || node.parent < 0) continue;
            const parent = this.nodes[node.parent];
            const old = best.get(parent);
            const better = parent.side === "max" ? node.value > old?.value : node.value < old?.value;
            if (!old || better) best.set(parent, node);
        }
        return best;
    }

    show(step, practice) {
        const [current] = this.at[step];
        const best = this.known(step);
        const done = { nodes: 0, cuts: 0, saved: 0 };
        for (const node of this.nodes) {
            const seen = node.enter <= step;
            const left = node.leave >= 0 && node.leave <= step;
            node.shape.toggleAttribute("hidden", !seen);
            node.edge?.toggleAttribute("hidden", !seen);
            node.ghostShape?.toggleAttribute("hidden", !left);
            if (!seen) continue;
            const path = this.isAbove(node, current);
            node.shape.classList.toggle("current", node === current);
            node.shape.classList.toggle("path", path);
            node.shape.classList.toggle("cut", left && node.why === "cut");
            const hidden = practice && !(node.leave === node.enter) && this.at[step][0] !== node;
            const value = left ? node.text : best.has(node) ? best.get(node).text : "";
            node.label.textContent = practice && hidden && left ? "?" : left ? value : value && `${value} …`;
            node.title.textContent = this.describe(node, left);
            if (left) {
                done.nodes += node.parent >= 0 && !node.again;
                done.cuts += node.why === "cut" && Boolean(node.left);
                done.saved += node.saved ?? 0;
            }
        }
        const entered = this.nodes.filter((n) => n.enter <= step && n.parent >= 0 && !n.again).length;
        const words = [`${entered} nodes`, `${done.cuts} cut-offs`];
        if (done.saved) words.push(`${count(done.saved)} nodes never looked at`);
        if (this.data.full) words.push("the recording is full");
        this.facts.textContent = words.join(" · ");
        this.follow(current);
    }

    isAbove(node, below) {
        for (let n = below; n; n = this.nodes[n.parent]) if (n === node) return true;
        return false;
    }

    follow(node) {
        const box = this.scroller;
        const x = (node.x + 0.5) * (WIDTH + GAP) - box.clientWidth / 2;
        const y = node.ply * ROW - box.clientHeight / 2;
        box.scrollTo(x, y);
    }

    describe(node, left) {
        const words = [`${this.nameOf(node)}, ${node.side} to move`];
        if (node.window) words.push(`window ${node.window}`);
        if (left) words.push(`value ${node.text}`, WHY[node.why]);
        return words.join("; ");
    }

    // The step in words.
    words(step) {
        const [node, entering] = this.at[step];
        const name = node.parent < 0 ? "the root" : node.move;
        const window = node.window ? ` with the window ${node.window}` : "";
        if (node.leave === node.enter) {
            return `${name}: ${node.text}. ${WHY[node.why]}.`;
        }
        if (entering) {
            const again = node.again ? "The null window was wrong: once more, " : "";
            return `${again}${name}, ${node.side} to move${window}.`;
        }
        if (node.why === "cut" && node.left) {
            const saved = `${node.left.length} moves (${count(node.saved)} nodes) need not be looked at`;
            return `${name} is worth ${node.text}: ${this.limit(node)}. Cut off: ${saved}.`;
        }
        return `${name} is worth ${node.text}${node.best ? `, by ${node.best}` : ""}.`;
    }

    // Why nothing else at a node can matter.
    limit(node) {
        const other = node.side === "max" ? "min" : "max";
        const already = node.window?.split(" … ")[node.side === "max" ? 1 : 0];
        return `${other} already has ${already} elsewhere, and ${node.side} has better than that here`;
    }

    // ---- practice ----

    question(step) {
        const [node, entering] = this.at[step];
        if (entering && node.leave !== node.enter) return null;
        if (!entering) {
            const best = node.side === "max" ? "greatest" : "least";
            return {
                text: `All that is looked at below ${this.nameOf(node)} is done. ${node.side} moves there: what is it worth?`,
                right: (text) => sameValue(text, node.text),
                why: `${node.text}: the ${best} of its moves${node.best ? `, by ${node.best}` : ""}.`,
            };
        }
        const parent = this.nodes[node.parent];
        if (!parent || this.data.agent.startsWith("minimax")) return null;
        const last = parent.children.at(-1) === node;
        const cut = last && parent.why === "cut" && Boolean(parent.left);
        if (last && !cut) return null; // there is no other move
        return {
            text: `${node.move} is worth ${node.text}. ${this.nameOf(parent)} (${parent.side}) was entered with the window ${parent.window ?? "-inf … +inf"}. What happens to its other moves?`,
            choices: ["the next is looked at", "they are cut off"],
            right: (text) => (text === "they are cut off") === cut,
            why: cut
                ? `Cut off: ${this.limit(parent)}.`
                : "The value is inside the window, or not good enough for a cut: the next move is looked at.",
        };
    }
}

// "+3", "3" and "= 3" are the same; so are minus signs of all kinds, and bounds without their sign.
function sameValue(given, text) {
    const plain = (value) =>
        value
            .toLowerCase()
            .replaceAll("−", "-")
            .replace(/[≤≥=+\s]/g, "");
    return plain(given) === plain(text);
}
