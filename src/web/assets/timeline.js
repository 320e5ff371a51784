// All workers on one axis of time, on a canvas: zoom by wheel or pinch, pan by dragging, and the
// name and length of whatever is under the pointer. Below the lanes, how many workers were at what.
import { html } from "./dom.js";
import { seconds, ticks } from "./scale.js";

const LEFT = 74;
const AXIS = 26;
const LANE = 54;
const GAP = 8;
const PROFILE = 90;
const NEST = 4; // pixels a span is inset for each one around it

export class Timeline {
    constructor() {
        this.canvas = html`
            <canvas class="timeline" tabindex="0" role="img"
                aria-label="Timeline of the workers"></canvas>`;
        this.tip = html`<div class="timeline-tip" hidden></div>`;
        this.node = html`<div class="timeline-box">${this.canvas}${this.tip}</div>`;
        this.pointers = new Map();
        const { canvas } = this;
        canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
        canvas.addEventListener("pointerdown", (event) => this.down(event));
        canvas.addEventListener("pointermove", (event) => this.move(event));
        for (const end of ["pointerup", "pointercancel"]) {
            canvas.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
        }
        canvas.addEventListener("pointerleave", () => this.hideTip());
        canvas.addEventListener("dblclick", () => this.whole());
        canvas.addEventListener("keydown", (event) => this.key(event));
        new ResizeObserver(() => this.draw()).observe(this.node);
    }

    set(trace) {
        this.trace = trace;
        this.spans = trace.kinds.spans;
        this.idle = this.spans.find((span) => span.activity === "idle").colours;
        this.lines = new Set(
            trace.kinds.events.filter((kind) => kind.role === "line").map((kind) => kind.name),
        );
        this.whole();
    }

    // A line at a moment, in microseconds.
    point(time) {
        this.now = time;
        this.draw();
    }

    whole() {
        if (!this.trace) return;
        this.from = 0;
        this.to = Math.max(1, this.trace.length);
        this.draw();
    }

    // ---- coordinates ----

    get width() {
        return Math.max(100, this.node.clientWidth - LEFT - 8);
    }

    x(time) {
        return LEFT + ((time - this.from) / (this.to - this.from)) * this.width;
    }

    time(x) {
        return this.from + ((x - LEFT) / this.width) * (this.to - this.from);
    }

    zoom(factor, x) {
        const middle = this.time(x);
        const least = 2; // microseconds
        const span = Math.min(this.trace.length, Math.max(least, (this.to - this.from) * factor));
        const share = (middle - this.from) / (this.to - this.from);
        this.place(middle - share * span, span);
    }

    place(from, span) {
        this.from = Math.min(Math.max(0, from), Math.max(0, this.trace.length - span));
        this.to = this.from + span;
        this.draw();
    }

    // ---- hands ----

    wheel(event) {
        if (!this.trace) return;
        event.preventDefault();
        if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
            this.place(
                this.from + (event.deltaX / this.width) * (this.to - this.from),
                this.to - this.from,
            );
        } else {
            this.zoom(Math.exp(event.deltaY * 0.002), event.offsetX);
        }
        this.hover(event);
    }

    down(event) {
        if (!this.trace) return;
        this.canvas.setPointerCapture(event.pointerId);
        this.pointers.set(event.pointerId, event.offsetX);
    }

    move(event) {
        if (!this.trace) return;
        const before = this.pointers.get(event.pointerId);
        if (before === undefined) {
            this.hover(event);
            return;
        }
        const others = [...this.pointers]
            .filter(([id]) => id !== event.pointerId)
            .map(([, x]) => x);
        this.pointers.set(event.pointerId, event.offsetX);
        if (others.length) {
            const spread = (x) => Math.max(10, Math.abs(x - others[0]));
            this.zoom(spread(before) / spread(event.offsetX), (event.offsetX + others[0]) / 2);
        } else {
            const span = this.to - this.from;
            this.place(this.from - ((event.offsetX - before) / this.width) * span, span);
        }
    }

    key(event) {
        if (!this.trace) return;
        const middle = LEFT + this.width / 2;
        const step = (this.to - this.from) / 8;
        const actions = {
            "+": () => this.zoom(0.7, middle),
            "-": () => this.zoom(1 / 0.7, middle),
            ArrowLeft: () => this.place(this.from - step, this.to - this.from),
            ArrowRight: () => this.place(this.from + step, this.to - this.from),
            0: () => this.whole(),
        };
        if (!actions[event.key]) return;
        actions[event.key]();
        event.preventDefault();
        event.stopPropagation();
    }

    // The innermost span of the lane under the pointer; parents come before children.
    under(event) {
        const lane = Math.floor((event.offsetY - AXIS) / (LANE + GAP));
        const spans = this.trace.lanes[lane];
        if (!spans || event.offsetX < LEFT) return null;
        const time = this.time(event.offsetX);
        const slack = (this.to - this.from) / this.width;
        let found = null;
        for (const span of spans) {
            if (span[1] <= time && time <= Math.max(span[2], span[1] + slack)) found = span;
        }
        return found && { span: found, lane };
    }

    hover(event) {
        const hit = this.under(event);
        if (!hit) {
            this.hideTip();
            return;
        }
        const [kind, begin, end, , task, how] = hit.span;
        const what = how ? `task ${task} (${how})` : this.spans[kind].text;
        this.tip.textContent = `${what}: ${seconds((end - begin) / 1e6)}, from ${seconds(begin / 1e6)}`;
        this.tip.hidden = false;
        const room = this.node.clientWidth - this.tip.offsetWidth - 4;
        this.tip.style.left = `${Math.min(event.offsetX + 14, room)}px`;
        this.tip.style.top = `${event.offsetY + 18}px`;
    }

    hideTip() {
        this.tip.hidden = true;
    }

    // ---- drawing ----

    draw() {
        if (!this.trace || !this.node.clientWidth) return;
        const lanes = this.trace.lanes.length;
        const height = AXIS + lanes * (LANE + GAP) + PROFILE + 14;
        const ratio = devicePixelRatio || 1;
        const { canvas } = this;
        canvas.width = this.node.clientWidth * ratio;
        canvas.height = height * ratio;
        canvas.style.height = `${height}px`;
        const pen = canvas.getContext("2d");
        pen.scale(ratio, ratio);
        const style = getComputedStyle(canvas);
        this.ink = style.getPropertyValue("--ink");
        this.muted = style.getPropertyValue("--muted");
        this.rule = style.getPropertyValue("--line");
        this.dark = document.documentElement.dataset.theme === "dark" ? 1 : 0;
        pen.font = "12px system-ui, sans-serif";
        this.axis(pen, height);
        pen.save();
        pen.beginPath();
        pen.rect(LEFT, 0, this.width, height);
        pen.clip();
        this.trace.lanes.forEach((spans, lane) => this.lane(pen, spans, lane));
        this.marks(pen);
        if (this.now !== undefined) {
            pen.fillStyle = this.ink;
            pen.fillRect(this.x(this.now) - 1, AXIS - 6, 2, lanes * (LANE + GAP));
        }
        this.profile(pen, AXIS + lanes * (LANE + GAP));
        pen.restore();
        this.names(pen, lanes);
    }

    axis(pen, height) {
        pen.fillStyle = this.muted;
        pen.strokeStyle = this.rule;
        pen.textAlign = "center";
        for (const tick of ticks(this.from, this.to, this.width / 110)) {
            const x = Math.round(this.x(tick)) + 0.5;
            if (x < LEFT || x > LEFT + this.width) continue;
            pen.beginPath();
            pen.moveTo(x, AXIS - 6);
            pen.lineTo(x, height - 14);
            pen.stroke();
            const middle = Math.min(Math.max(x, LEFT + 8), LEFT + this.width - 22);
            pen.fillText(tick ? seconds(tick / 1e6) : "0", middle, 14);
        }
    }

    lane(pen, spans, lane) {
        const top = AXIS + lane * (LANE + GAP);
        pen.fillStyle = this.idle[this.dark];
        pen.fillRect(LEFT, top, this.width, LANE);
        for (const [kind, begin, end, depth, task, how] of spans) {
            if (end < this.from || begin > this.to) continue;
            const left = Math.max(this.x(begin), LEFT - 2);
            const right = Math.min(this.x(end), LEFT + this.width + 2);
            const inset = Math.min(depth * NEST, LANE / 2 - 8);
            pen.globalAlpha = how && task % 2 ? 0.78 : 1; // neighbouring tasks apart
            pen.fillStyle = this.spans[kind].colours[this.dark];
            const width = right - left;
            // A seam between neighbours, as long as there is room for one.
            pen.fillRect(
                left,
                top + inset,
                width > 3 ? width - 0.7 : Math.max(width, 0.5),
                LANE - 2 * inset,
            );
        }
        pen.globalAlpha = 1;
    }

    marks(pen) {
        pen.fillStyle = this.ink;
        pen.textAlign = "left";
        let free = -Infinity;
        for (const mark of this.trace.marks) {
            if (!this.lines.has(mark.kind) || mark.time < this.from || mark.time > this.to) continue;
            const x = this.x(mark.time);
            const top = AXIS + mark.worker * (LANE + GAP);
            if (x < free) continue;
            pen.fillRect(x - 0.5, top - 4, 1, LANE + 4);
            pen.fillText(`d${mark.value}`, x + 3, top + 11);
            free = x + 26;
        }
    }

    profile(pen, top) {
        const { profile, kinds } = this.trace;
        const { step } = profile;
        const shown = kinds.activities.filter(({ name }) => profile[name]);
        const scale = (PROFILE - 12) / this.trace.workers;
        const base = top + PROFILE;
        pen.fillStyle = this.idle[this.dark];
        pen.fillRect(
            LEFT,
            base - scale * this.trace.workers,
            this.width,
            scale * this.trace.workers,
        );
        profile[shown[0].name].forEach((_, i) => {
            const [left, right] = [
                Math.floor(this.x(i * step)),
                Math.floor(this.x((i + 1) * step)),
            ];
            if (right < LEFT || left > LEFT + this.width) return;
            let y = base;
            for (const { name, colours } of shown) {
                const part = profile[name][i] * scale;
                pen.fillStyle = colours[this.dark];
                pen.fillRect(left, y - part, right - left, part);
                y -= part;
            }
        });
    }

    names(pen, lanes) {
        pen.textAlign = "right";
        for (let lane = 0; lane < lanes; lane++) {
            const middle = AXIS + lane * (LANE + GAP) + LANE / 2;
            pen.fillStyle = this.ink;
            pen.fillText(`worker ${lane}`, LEFT - 10, middle + 4);
            pen.fillStyle = this.colours?.[lane] ?? "transparent";
            pen.fillRect(LEFT - 6, middle - LANE / 2, 4, LANE);
        }
        const base = AXIS + lanes * (LANE + GAP) + PROFILE;
        pen.fillStyle = this.muted;
        pen.fillText("activity", LEFT - 10, base - PROFILE / 2 + 8);
    }
}

// What the colours stand for; each key brings its own, for light and dark ground.
export function timelineLegend({ spans }) {
    return spans.map(({ text, colours }) => {
        const key = html`<span class="key">${text}</span>`;
        key.style.setProperty("--key-light", colours[0]);
        key.style.setProperty("--key-dark", colours[1]);
        return key;
    });
}
