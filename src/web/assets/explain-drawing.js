// What the drawings of a search have in common: boxes in rows, a row a ply, with edges between them;
// and, where several workers searched, their colours and their timeline.
import { html, svg } from "./dom.js";
import { Timeline } from "./timeline.js";

const WIDTH = 66;
const HEIGHT = 34;
const ROW = 66;
const GAP = 6;

// Apart for all kinds of colour blindness (Okabe and Ito).
const WORKERS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#8a6d3b", "#777"];

const leftOf = (column) => column * (WIDTH + GAP) + GAP;
const topOf = (ply) => ply * ROW + GAP;

export class Drawing {
    constructor(app, data) {
        this.app = app;
        this.data = data;
        this.nodes = data.nodes;
        this.several = data.workers > 1;
        for (const [id, node] of this.nodes.entries()) {
            node.id = id;
            node.children = [];
            node.up = this.nodes[node.parent];
            node.ply = node.up ? node.up.ply + 1 : 0;
        }
    }

    // Leaves side by side, parents over the middle of their children; moves that were left out stand
    // for one more child. `nodes` are those that are drawn.
    arrange(nodes) {
        this.drawn = nodes;
        for (const node of nodes) node.up?.children.push(node);
        let next = 0;
        const place = (node) => {
            for (const child of node.children) place(child);
            if (node.left) node.ghost = next++;
            const [first, last] = [node.children[0], node.children.at(-1)];
            node.x = first ? (first.x + (node.ghost ?? last.x)) / 2 : (node.ghost ?? next++);
        };
        for (const node of nodes) if (!node.up) place(node);
        this.columns = next;
        this.deepest = Math.max(...nodes.map((node) => node.ply)) + 1;
    }

    // `more` goes below the tree.
    draw(...more) {
        const width = leftOf(this.columns);
        const height = topOf(this.deepest);
        this.drawing = html`
            <svg class="search-tree" width=${width} height=${height} role="img"
                viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"
                aria-label="The tree of the search"></svg>`;
        for (const node of this.drawn) this.drawNode(node);
        this.scroller = html`
            <div class="explain-scroll" tabindex="0" role="group" aria-label="Tree">
                ${this.drawing}
            </div>`;
        this.facts = html`<p class="facts number"></p>`;
        this.node = html`
            <article class="explain-player">
                <h3>${this.data.agent}</h3>
                ${this.scroller}${this.drawTimeline()}${more}${this.facts}
            </article>`;
    }

        drawNode(node) {
        const round = (node.side ?? (node.ply % 2 ? "min" : "max")) === "min";
        node.label = svg`<text x=${WIDTH / 2} y="28" class="label"></text>`;
        node.title = svg`<title></title>`;
        const place = [node.x, node.ply, round ? 14 : 3];
        node.shape = this.box(place, this.classOf(node), node.title, this.nameOf(node), node.label);
        if (node.up) {
            node.edge = this.edge(node.up, node.x);
            this.drawing.append(node.edge);
        }
        if (node.left) this.drawGhost(node);
        this.drawing.append(node.shape);
    }

    box([column, ply, rx], name, title, text, label) {
        return svg`
            <g class="node ${name}" hidden transform="translate(${leftOf(column)} ${topOf(ply)})">
                ${title}
                <rect width=${WIDTH} height=${HEIGHT} rx=${rx}/>
                <text x=${WIDTH / 2} y="14" class="name">${text}</text>
                ${label}
            </g>`;
    }

    // From a node down to the next row.
    edge(node, column) {
        const [x, y] = [leftOf(node.x) + WIDTH / 2, topOf(node.ply) + HEIGHT];
        const half = (ROW - HEIGHT) / 2;
        const to = leftOf(column) + WIDTH / 2;
        return svg`<path class="edge" d="M${x} ${y}v${half}H${to}v${half}"/>`;
    }

    // ---- workers ----

    drawTimeline() {
        if (!this.data.trace) return null;
        this.timeline = new Timeline();
        this.timeline.colours = WORKERS;
        this.timeline.set(this.data.trace);
        return this.timeline.node;
    }

    // A shape in the colour of a worker; undefined: in its own.
    colour(shape, worker) {
        if (!this.several) return;
        shape.classList.toggle("owned", worker !== undefined);
        if (worker !== undefined) shape.style.setProperty("--owner", WORKERS[worker]);
    }

    // Where the workers are: the nodes that each of them is at.
    mark(paths) {
        if (!this.several) return;
        for (const { shape } of this.marked ?? []) shape.classList.remove("held");
        this.marked = [];
        for (const [worker, nodes] of paths) {
            for (const node of nodes) {
                node.shape.classList.add("held");
                node.shape.style.setProperty("--holder", WORKERS[worker]);
                this.marked.push(node);
            }
        }
    }

    // The step in the timeline and in the middle of the view.
    follow(node, time) {
        this.timeline?.point(time);
        const box = this.scroller;
        box.scrollTo(
            leftOf(node.x) + WIDTH / 2 - box.clientWidth / 2,
            topOf(node.ply) - box.clientHeight / 2,
        );
    }
}
