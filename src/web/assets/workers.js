// What each thread did during a search: a timeline, figures, and where the speed-up went. The search is
// recorded by the server; `decompose` makes it again several times, with one thread and with all.
import { AgentField } from "./agents.js";
import { figures, html, scrolled } from "./dom.js";
import { busyWords, limitWords } from "./limits.js";
import { count, percent, seconds } from "./scale.js";
import { Timeline, timelineLegend } from "./timeline.js";

const FILES = [
    ["json", "Chrome trace"],
    ["eventlog", "event log"],
    ["svg", "SVG"],
];

export class Workers {
    constructor(app) {
        this.app = app;
        const { session } = app;
        this.agent = new AgentField(app, { label: "Agent" });
        this.seconds = html`
            <input type="number" min="0.05" max="60" step="any" value="1" class="short"
                aria-label="Seconds">`;
        this.run = html`
            <button type="button" class="primary"
                @click=${() => app.attempt(() => this.start())}>Record a search</button>`;
        this.apart = html`
            <button type="button" disabled
                title="Searches the same several times, with one thread and with all"
                @click=${() => app.attempt(() => this.decompose())}>Take the speed-up apart</button>`;
        this.files = html`<span class="row"></span>`;
        this.says = html`<p class="facts" role="status"></p>`;
        this.timeline = new Timeline();
        this.facts = html`<div class="tiles"></div>`;
        this.table = scrolled("Figures");
        this.legend = html`<p class="legend"></p>`;
        this.limits = html`<div class="limits"></div>`;
        this.more = html`
            <div class="workers-more" hidden>
                ${this.legend}${this.facts}${this.limits}${this.table}
                <p class="row">${this.apart}${this.files}</p>
            </div>`;
        this.node = html`
            <section class="panel" aria-label="Workers">
                <header>
                    <h2>Workers</h2>
                    ${this.agent.node}<label class="inline">${this.seconds}s</label>${this.run}
                </header>
                <div class="body">${this.says}${this.timeline.node}${this.more}</div>
            </section>`;
        session.on("created", () => this.created());
        session.on("search", (search) => this.heard(search));
    }

    created() {
        this.agent.value = this.app.game().analyst;
        this.more.hidden = true;
        this.timeline.node.hidden = true;
        this.says.textContent =
            "Records a search of the position on the board: who searched, waited, idled.";
    }

    async shown() {
        const ended = ["done", "stopped"].includes(this.app.session.search?.status);
        if (ended && !this.pending) await this.app.attempt(() => this.load());
    }

    async start() {
        this.pending = true;
        this.says.textContent = "Searching…";
        await this.app.session.analyze({
            agent: this.agent.value,
            seconds: Number(this.seconds.value),
        });
    }

    async decompose() {
        this.pending = true;
        this.says.textContent = "Searching the same again, with one thread and with all…";
        await this.app.session.decompose();
    }

    // The search that was asked for has ended: its recording is there.
    async heard(search) {
        if (this.app.view !== "workers" || !this.pending) return;
        if (["queued", "failed"].includes(search.status)) this.says.textContent = search.message;
        if (!["done", "stopped", "failed"].includes(search.status)) return;
        this.pending = false;
        if (search.status !== "failed") await this.app.attempt(() => this.load());
    }

    // Shows the recording of the last search.
    async load() {
        const trace = await this.app.session.trace();
        this.more.hidden = false;
        this.timeline.node.hidden = false;
        this.timeline.set(trace);
        this.legend.replaceChildren(...timelineLegend(trace.kinds));
        const notes = [trace.label];
        if (trace.cut) notes.push("the shortest spans are left out");
        if (trace.missing) notes.push(`${count(trace.missing)} early events had to make room`);
        this.says.textContent = notes.join(" · ");
        this.showFacts(trace);
        this.showTable(trace);
        this.apart.disabled = trace.workers < 2;
        this.files.replaceChildren(
            ...FILES.map(([format, name]) => {
                const href = `/api/${this.app.session.path(`/trace?format=${format}`)}`;
                return html`<a class="button" href=${href} download="">${name}</a>`;
            }),
        );
    }

        showFacts({ summary, workers, decomposition }) {
        const tile = (name, value, help) => html`
            <div class="tile" title=${help}>
                <span class="name">${name}</span><b class="number">${value}</b>
            </div>`;
        const tiles = [
            tile("workers", workers),
            tile("time", seconds(summary.seconds)),
            tile("nodes", count(summary.nodes)),
            tile("balance", percent(summary.balance, 1), "mean busy time / that of the busiest"),
        ];
        // One productivity at a time: that of the equation is relative to one thread's.
        const help = "searching / (workers × time)";
        if (decomposition) tiles.push(apart(decomposition));
        else tiles.splice(3, 0, tile("productivity", percent(summary.productivity, 1), help));
        this.facts.replaceChildren(...tiles);
        this.limits.replaceChildren(...(decomposition ? sentences(decomposition) : []));
    }

    showTable({ summary }) {
        const columns = ["created", "run", "stolen", "cancelled", "dropped"];
        const times = ["busy", "merge", "wait", "idle"];
        const row = (name, worker, among) => [
            name,
            ...columns.map((key) => worker[key].toLocaleString("en")),
            ...times.map((key) => percent(worker[key] / Math.max(1e-9, among), 1)),
        ];
        const rows = summary.workers.map((worker, i) => row(i, worker, summary.seconds));
        rows.push(row("all", summary.total, summary.seconds * summary.workers.length));
        this.table.replaceChildren(figures(["worker", ...columns, ...times], rows));
    }

    draw() {
        this.timeline.draw();
    }
}

// What limited the search, how sure that is, and whether the machine was busy.
function sentences(parts) {
    const [low, high] = parts.interval.map((value) => value.toFixed(2));
    const times = `${parts.rounds} measurements, of which this is the one in the middle; the speed-up is ${low} to ${high} (${parts.rounds > 5 ? "95 %" : "the whole range"}).`;
    const busy = busyWords(parts.share);
    return [
        html`<p>${limitWords(parts)} ${times}</p>`,
        ...(busy ? [html`<p class="warning">${busy}</p>`] : []),
    ];
}

// speed-up = workers × productivity / overhead / slow-down
function apart({ speedup, workers, productivity, overhead, slowdown }) {
    const part = (value, name) => html`<span class="factor"><b>${value}</b><i>${name}</i></span>`;
    return html`
        <div class="tile equation number">
            ${part(speedup.toFixed(2), "speed-up")}=${part(workers, "workers")}×
            ${part(productivity.toFixed(2), "productivity")}÷
            ${part(overhead.toFixed(2), "search overhead")}÷
            ${part(slowdown.toFixed(2), "slow-down a node")}
        </div>`;
}
