// The board: draws a position in the style of its game, and tells which cell was picked by mouse,
// finger or keyboard; where pieces move, also from which: by dragging, or by picking one cell after
// the other. It knows cells, not rules.
import { html, prefersStill, svg } from "./dom.js";
import { UNIT } from "./geometry.js";
import { Overlay } from "./overlay.js";
import { STYLES, geometryOf, kindOf, playerOf, signOf, tintsOf } from "./pieces.js";
import { discs } from "./style-discs.js";
import { marks } from "./style-marks.js";

const FINGER = 32; // pixels: cells below are not hit by a finger for certain

// From below to above.
const LAYERS =
    "below ghost pieces front labels row last legal heat line hint cursor".split(" ");

export class Board {
    constructor(root, onPick) {
        this.onPick = onPick;
        this.onCursor = () => {};
        this.root = root;
        this.layers = {};
        this.pieces = [];
        this.cells = [];
        this.legal = new Set(); // the cells that may be picked now
        this.moves = []; // of pieces, as { from, cell }
        this.selected = -1; // the piece to move next
        this.drag = null;
        this.cursor = -1;
        this.overlay = new Overlay(this);
        this.node = html`
            <svg class="board" tabindex="0" role="application" aria-roledescription="board"
                @click=${(event) => this.click(event)} @pointerdown=${(event) => this.lift(event)}
                @pointermove=${(event) => this.hover(event)}
                @pointerup=${(event) => this.drop(this.under(event))}
                @pointercancel=${() => this.drop(-1)} @pointerleave=${() => this.ghost(-1)}
                @keydown=${(event) => this.key(event)} @blur=${() => this.showCursor(false)}></svg>`;
        root.append(this.node);
    }

    // ---- the frame ----

    // A new game or size: everything is drawn anew.
    frame(game, board) {
        this.game = game;
        this.style = STYLES[game.style] ?? discs;
        this.tints = tintsOf(game);
        const g = (this.geometry = geometryOf(game.style, board));
        this.node.setAttribute("viewBox", `0 0 ${g.width} ${g.height}`);
        this.node.setAttribute(
            "class",
            `board style-${game.style}${game.moving ? " moving" : ""}`,
        );
        this.root.style.setProperty("--aspect", g.width / g.height);
        this.node.replaceChildren(...[this.style.backdrop(g, this.tints)].flat());
        for (const name of LAYERS) {
            this.layers[name] = svg`<g class="layer-${name}"></g>`;
            this.node.append(this.layers[name]);
        }
        if (this.style.front) this.layers.front.append(...this.style.front(g));
        this.labels(board);
        this.pieces = [];
        this.cells = new Array(board.rows * board.columns).fill(0);
        this.cursor = -1;
    }

    // The names of rows and columns around the board.
    labels(board) {
        const g = this.geometry;
        const size = 0.52 * g.margin;
        const text = ([x, y], label) =>
            this.layers.labels.append(
                svg`<text x=${x} y=${y + size * 0.36} font-size=${size}>${label}</text>`,
            );
        const where = this.style.labels;
        board.column_labels.forEach((label, c) => {
            if (where.top) text(g.above(c), label);
            if (where.bottom) text(g.below(c), label);
        });
        if (where.left) board.row_labels.forEach((label, r) => text(g.left(r), label));
    }

    // ---- pieces ----

    // `last` is the cell of the last move or -1, and `left` where its piece came from; `legal` the
    // cells one may pick, `moves` the moves of pieces from a cell to a cell; `dead` has the cells of
    // dead stones, `row` those that won.
    show(
        game,
        board,
        { last = -1, left = -1, legal = [], moves = [], turn = 0, dead = [], row = [], animate = true } = {},
    ) {
        const g = this.geometry;
        if (this.game !== game || g?.rows !== board.rows || g?.columns !== board.columns) {
            this.frame(game, board);
            animate = false;
        }
        // The same position may be told again: what a person has begun then goes on.
        const same =
            moves.length > 0 &&
            this.turn === turn &&
            board.cells.every((cell, i) => cell === this.cells[i]);
        this.turn = turn;
        this.placing = legal;
        this.moves = moves;
        this.left = left;
        if (!same) {
            this.drop(-1);
            this.choose([]);
        }
        const changed = board.cells.filter((cell, i) => cell && !this.cells[i]).length;
        const moving = animate && changed <= 2 && !prefersStill();
        board.cells.forEach((cell, i) => {
            if (cell !== this.cells[i]) this.put(i, cell, moving, last);
        });
        this.cells = board.cells.slice();
        this.pieces.forEach((piece, i) => piece?.classList.toggle("dead", dead.includes(i)));
        this.overlay.row(row);
        this.showLast(last, moving);
        this.select(same && this.mayLift(this.selected) ? this.selected : -1);
        this.ghost(-1);
        this.aimed = -1;
        this.showCursor(this.cursorShown);
    }

    put(i, cell, moving, last) {
        const old = this.pieces[i];
        if (!cell) {
            this.pieces[i] = null;
            if (moving) leave(old);
            else old.remove();
        } else if (old && this.style.change === "flip" && moving) {
            this.flip(old, playerOf(cell), this.distance(i, last));
        } else {
            old?.remove();
            this.pieces[i] = this.piece(i, cell);
            this.layers.pieces.append(this.pieces[i]);
            if (moving && i === last && this.left >= 0) this.slide(this.pieces[i], i);
            else if (moving) this.enter(this.pieces[i], i);
        }
    }

    piece(i, cell) {
        const player = playerOf(cell);
        return svg`
            <g transform=${this.geometry.at(i)}>
                <g class="piece p${player} tint-${this.tints[player]}">
                    ${this.style.piece(player)}${signOf(this.game, kindOf(cell))}
                </g>
            </g>`;
    }

    // The piece comes from where it was.
    slide(node, i) {
        const [x, y] = this.geometry.centre(this.left);
        const [toX, toY] = this.geometry.centre(i);
        node.firstChild.animate(
            [{ transform: `translate(${x - toX}px, ${y - toY}px)` }, { transform: "none" }],
            { duration: 220, easing: "ease-in-out" },
        );
    }

    enter(node, i) {
        const inner = node.firstChild;
        const row = this.geometry.row(i);
        if (this.style.enter === "fall") {
            const height = (row + 1) * UNIT + this.geometry.margin;
            const at = (part, offset, easing) => ({
                transform: `translateY(${-height * part}px)`,
                offset,
                easing,
            });
            inner.animate(
                [
                    at(1, 0, "cubic-bezier(.5,0,1,.6)"),
                    at(0, 0.66, "ease-out"),
                    at(0.05, 0.83, "ease-in"),
                    at(0, 1),
                ],
                240 + 90 * Math.sqrt(row),
            );
        } else if (this.style.enter === "draw") {
            for (const stroke of node.querySelectorAll(".pen")) {
                stroke.animate([{ strokeDasharray: "0 1" }, { strokeDasharray: "1 0" }], {
                    duration: 260,
                    easing: "ease-out",
                });
            }
        } else {
            inner.animate(
                [
                    { transform: "scale(1.18)", opacity: 0 },
                    { transform: "none", opacity: 1 },
                ],
                { duration: 130, easing: "ease-out" },
            );
        }
    }

    async flip(node, player, distance) {
        const inner = node.firstChild;
        node.player = player; // of flips that overtake one another the last one called counts
        const half = { duration: 110, fill: "both", easing: "ease-in" };
        const there = inner.animate([{ transform: "none" }, { transform: "scaleX(0)" }], {
            ...half,
            delay: 45 * distance,
        });
        // A board that was drawn anew or jumped on meanwhile has already shown the right side.
        try {
            await there.finished;
        } catch {
            return;
        }
        inner.setAttribute("class", `piece p${node.player} tint-${this.tints[node.player]}`);
        inner.animate([{ transform: "scaleX(0)" }, { transform: "none" }], {
            duration: 110,
            easing: "ease-out",
        });
        there.cancel();
    }

    distance(a, b) {
        if (b < 0) return 0;
        const g = this.geometry;
        return Math.max(Math.abs(g.row(a) - g.row(b)), Math.abs(g.column(a) - g.column(b)));
    }

    // The mark of the last move stays as it is until there is another.
    showLast(cell, moving) {
        const key = `${cell} ${this.left} ${this.cells[cell]}`;
        if (this.lastKey === key && this.layers.last.children.length) return;
        this.lastKey = key;
        const tint = cell < 0 ? "" : this.tints[playerOf(this.cells[cell])];
        const mark = svg`
            <circle class="last on-${tint}" transform=${this.geometry.at(cell)}
                r=${this.style === marks ? 20 : 6}/>`;
        this.layers.last.replaceChildren(...(cell < 0 ? [] : [mark]));
        if (this.left >= 0) {
            this.layers.last.append(
                svg`<circle class="left" transform=${this.geometry.at(this.left)} r="9"/>`,
            );
        }
        // The mark waits for its piece.
        if (moving)
            mark.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], 420);
    }

    // Dots where one may go; a ring around what may be taken, and around the piece to move.
    showLegal() {
        const dots = [...(this.style.showLegal ? this.legal : [])]
            .filter((cell) => cell !== this.selected && !this.mayLift(cell))
            .map((cell) => {
                const taken = this.cells[cell];
                return svg`
                    <circle class="may tint-${this.tints[this.turn]}${taken ? " take" : ""}"
                        r=${taken ? 21 : this.moves.length ? 8 : 5.5}
                        transform=${this.geometry.at(cell)}/>`;
            });
        if (this.selected >= 0) {
            const at = this.geometry.at(this.selected);
            dots.push(svg`<circle class="selected" r="22" transform=${at}/>`);
        }
        this.layers.legal.replaceChildren(...dots);
    }

    // ---- picking ----

    under(event) {
        const matrix = this.node.getScreenCTM();
        if (!matrix) return -1;
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
        return this.geometry.cell(point.x, point.y);
    }

    // Where the style is one of columns, any cell of a column stands for the one a disc falls to.
    target(cell) {
        if (!this.style.wholeColumns || cell < 0 || this.legal.has(cell)) return cell;
        const column = this.geometry.column(cell);
        for (const legal of this.legal) if (this.geometry.column(legal) === column) return legal;
        return cell;
    }

    // A cell was chosen, by whatever means.
    pick(cell) {
        if (cell < 0) return;
        if (!this.moves.length) this.onPick(this.target(cell));
        else if (this.goesTo(cell)) this.go(cell);
        else if (this.placing.includes(cell)) this.onPick(cell);
        else this.select(this.mayLift(cell) && cell !== this.selected ? cell : -1);
    }

    mayLift(cell) {
        return this.moves.some((move) => move.from === cell);
    }

    goesTo(cell) {
        return this.moves.some((move) => move.from === this.selected && move.cell === cell);
    }

    go(cell) {
        const from = this.selected;
        this.select(-1);
        this.onPick(cell, from);
    }

    // Takes a piece to move it; -1: none. What may be picked next depends on it.
    select(cell) {
        this.selected = cell;
        const next = this.moves.map((move) => (move.from === cell ? move.cell : move.from));
        this.legal = new Set([...this.placing, ...next]);
        this.showLegal();
    }

    // Where several moves lead from one cell to another, their names are shown to choose from.
    choose(moves, onChoice) {
        this.choice?.remove();
        this.choice = null;
        if (!moves.length) return;
        const choose = (move) => {
            this.choose([]);
            onChoice(move);
        };
        this.choice = html`
            <div class="which-move" role="menu" aria-label="Which move">
                ${moves.map(
                    (move) =>
                        html`<button type="button" role="menuitem"
                            @click=${() => choose(move)}>${move.move}</button>`,
                )}
            </div>`;
        this.root.append(this.choice);
        this.choice.firstChild.focus();
    }

    // ---- dragging ----

    click(event) {
        // A click that began by lifting a piece has been dealt with when the piece was dropped.
        if (!this.lifted && this.isSure(this.under(event))) this.pick(this.under(event));
        this.lifted = false;
    }

    // Where cells are smaller than a fingertip, the first tap shows the cell and the second plays.
    isSure(cell) {
        const side = UNIT * (this.node.getScreenCTM()?.a ?? 1);
        if (!this.byFinger || side >= FINGER || !this.legal.has(cell)) return true;
        if (this.aimed === cell) return true;
        this.aimed = this.cursor = cell;
        this.showCursor(true);
        this.ghost(cell);
        this.onCursor(cell, ", tap again to play there");
        return false;
    }

    lift(event) {
        const cell = this.under(event);
        this.byFinger = event.pointerType === "touch";
        this.choose([]);
        this.lifted = event.button === 0 && this.mayLift(cell) && !this.goesTo(cell);
        if (!this.lifted) return;
        this.drag = { cell, again: cell === this.selected, x: event.clientX, y: event.clientY };
        this.node.setPointerCapture(event.pointerId);
        this.select(cell);
        this.layers.pieces.append(this.pieces[cell]); // above the others
    }

    // On one of its targets the piece moves; where it was it stays selected, unless it already was.
    drop(cell) {
        if (!this.drag) return;
        const { cell: from, again } = this.drag;
        this.drag = null;
        this.pieces[from]?.firstChild.removeAttribute("transform");
        if (this.goesTo(cell)) this.go(cell);
        else if (cell !== from || again) this.select(-1);
    }

    pull(event) {
        const scale = this.node.getScreenCTM()?.a ?? 1;
        const x = (event.clientX - this.drag.x) / scale;
        const y = (event.clientY - this.drag.y) / scale;
        this.pieces[this.drag.cell].firstChild.setAttribute("transform", `translate(${x} ${y})`);
    }

    hover(event) {
        if (this.drag) this.pull(event);
        if (event.pointerType === "touch" || this.drag) return;
        const cell = this.target(this.under(event));
        this.node.classList.toggle("may-pick", this.legal.has(cell));
        this.ghost(cell);
    }

    ghost(cell) {
        if (cell === this.ghosted) return;
        this.ghosted = cell;
        const shown = this.legal.has(cell) && !this.cells[cell];
        const piece = this.selected < 0 ? this.turn + 1 : this.cells[this.selected];
        this.layers.ghost.replaceChildren(...(shown ? [this.piece(cell, piece)] : []));
    }

    // Arrows move the cursor, Enter picks its cell.
    key(event) {
        const steps = {
            ArrowLeft: [0, -1],
            ArrowRight: [0, 1],
            ArrowUp: [-1, 0],
            ArrowDown: [1, 0],
        };
        const step = steps[event.key];
        if (step && !event.ctrlKey && !event.altKey && !event.metaKey) {
            this.moveCursor(...step);
            event.preventDefault();
            event.stopPropagation();
        } else if ((event.key === "Enter" || event.key === " ") && this.cursor >= 0) {
            this.pick(this.cursor);
            event.preventDefault();
        }
    }

    moveCursor(rows, columns) {
        const g = this.geometry;
        if (this.cursor < 0) {
            this.cursor = Math.floor(g.rows / 2) * g.columns + Math.floor(g.columns / 2);
        } else {
            const row = (g.row(this.cursor) + rows + g.rows) % g.rows;
            const column = (g.column(this.cursor) + columns + g.columns) % g.columns;
            this.cursor = row * g.columns + column;
        }
        this.showCursor(true);
        this.ghost(this.target(this.cursor));
        this.onCursor(this.target(this.cursor));
    }

    showCursor(shown) {
        this.cursorShown = shown;
        const side = UNIT - 4;
        const cursor = svg`
            <rect class="cursor" x=${-side / 2} y=${-side / 2} width=${side} height=${side} rx="5"
                transform=${this.geometry.at(this.cursor)}/>`;
        this.layers.cursor.replaceChildren(...(shown && this.cursor >= 0 ? [cursor] : []));
    }
}

function leave(node) {
    node.firstChild
        .animate([{ opacity: 1 }, { opacity: 0, transform: "scale(.7)" }], {
            duration: 160,
            easing: "ease-in",
        })
        .finished.then(
            () => node.remove(),
            () => node.remove(),
        );
}
