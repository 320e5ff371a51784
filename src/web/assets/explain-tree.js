// The tree of a minimax or alpha-beta search, as it stood at any step.
import { svg } from "./dom.js";
import { Drawing } from "./explain-drawing.js";
import { count } from "./scale.js";

const WHY = {
    open: "the search was stopped here",
    searched: "every move was looked at",
    cut: "cut off",
    table: "known from the table",
    forced: "a forced win that the game sees",
    ended: "the game is over",
    leaf: "the heuristic's value, as deep as was asked",
};

// A step is entering a node or leaving it; a leaf is entered and left in one.
export class TreePlayer extends Drawing {
    constructor(app, data) {
        super(app, data);
        this.steps = data.steps;
        this.at = []; // by step: [node, entered?]
        for (const node of this.nodes) {
            this.at[node.enter] = [node, true];
            if (node.leave > node.enter) this.at[node.leave] = [node, false];
        }
        this.arrange(this.nodes);
        this.draw();
        for (const node of this.nodes) this.colour(node.shape, node.worker);
    }

    classOf(node) {
        return node.leave === node.enter ? node.why : node.side;
    }

    // Moves that were never looked at.
    drawGhost(node) {
        const moves = `never looked at: ${node.left.join(" ")}`;
        node.ghostShape = svg`
            <g hidden>
                ${this.edge(node, node.ghost)}
                ${this.box(
                    [node.ghost, node.ply + 1, 3],
                    "ghost",
                    svg`<title>${moves}; ${count(node.saved)} nodes saved</title>`,
                    `✂ ${node.left.length}`,
                    svg`<text x="33" y="28" class="label">−${count(node.saved)}</text>`,
                )}
            </g>`;
        node.ghostShape.lastChild.removeAttribute("hidden");
        this.drawing.append(node.ghostShape);
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
            if (node.enter > step || node.leave < 0 || node.leave > step || node.parent < 0) continue;
            const parent = this.nodes[node.parent];
            const old = best.get(parent);
            const better = parent.side === "max" ? node.value > old?.value : node.value < old?.value;
            if (!old || better) best.set(parent, node);
        }
        return best;
    }

    show(step, practice) {
        const [current, entering] = this.at[step];
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
        this.mark(this.whereabouts(step));
        this.follow(current, entering ? current.from : current.to);
    }

    isAbove(node, below) {
        for (let n = below; n; n = this.nodes[n.parent]) if (n === node) return true;
        return false;
    }

    // Of each worker the node that it is in.
    whereabouts(step) {
        const found = new Map();
        for (let i = step; i >= 0 && this.several && found.size < this.data.workers; i--) {
            const [node, entering] = this.at[i];
            if (found.has(node.worker)) continue;
            const stays = entering && node.leave !== node.enter;
            found.set(node.worker, stays ? [node] : node.up ? [node.up] : []);
        }
        return found;
    }

    describe(node, left) {
        const words = [`${this.nameOf(node)}, ${node.side} to move`];
        if (node.window) words.push(`window ${node.window}`);
        if (this.several) words.push(`worker ${node.worker}`);
        if (left) words.push(`value ${node.text}`, WHY[node.why]);
        return words.join("; ");
    }

    // The step in words.
    words(step) {
        const [node, entering] = this.at[step];
        const who = this.several ? `Worker ${node.worker}: ` : "";
        const root = who ? "the root" : "The root";
        const name = who + (node.parent < 0 ? root : node.move);
        const window = node.window ? ` with the window ${node.window}` : "";
        if (node.leave === node.enter) {
            return `${name} is worth ${node.text}: ${WHY[node.why]}.`;
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
        if (this.several) return null;
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
