// Experiments: the published ones and one's own sweeps, run on the server's machine. A run is heard as
// events, each with all that was measured so far, and drawn beside what a report published.
import { AgentField } from "./agents.js";
import { get, listen, post } from "./api.js";
import { figures, html, options, scrolled } from "./dom.js";
import { limitWords } from "./limits.js";
import { bars, curves, key } from "./plot.js";
import { count, percent, seconds } from "./scale.js";

export class Lab {
    constructor(app) {
        this.app = app;
        this.list = html`<ul class="experiments"></ul>`;
        this.trials = html`
            <input type="number" min="1" max="1000" value="10" class="short" aria-label="Trials">`;
        this.run = html`
            <button type="button" class="primary" disabled
                @click=${() => app.attempt(() => this.toggle())}>Run</button>`;
        this.title = html`<h2>Choose an experiment</h2>`;
        this.about = html`<div class="lab-about"></div>`;
        this.progress = html`
            <progress max="1" value="0" hidden aria-label="Progress"></progress>`;
        this.says = html`<p class="facts number" role="status"></p>`;
        this.drawing = html`<div class="lab-plot"></div>`;
        this.table = scrolled("Figures");
        this.files = html`<p class="row"></p>`;
        this.warnings = html`<div class="warnings"></div>`;
        this.node = html`
            <div class="lab">
                <section class="panel" aria-label="Experiments">
                    <header><h2>Experiments</h2></header>
                    <div class="body flush">${this.list}</div>
                </section>
                <section class="panel" aria-label="Experiment">
                    <header>
                        ${this.title}<label class="inline">${this.trials}trials</label>${this.run}
                    </header>
                    ${this.progress}
                    <div class="body">
                        ${this.about}${this.says}${this.drawing}
                        ${this.table}${this.warnings}${this.files}
                    </div>
                </section>
            </div>`;
    }

    async shown() {
        if (this.experiments) return;
        await this.app.attempt(async () => {
            this.experiments = await get("lab/experiments");
            this.fill();
        });
    }

    // The lists of each report under its name, which all their descriptions begin with.
    fill() {
        const item = (text, title, choose) => {
            const press = () => {
                for (const other of this.list.querySelectorAll("button"))
                    other.removeAttribute("aria-current");
                button.setAttribute("aria-current", "true");
                choose();
            };
            const button = html`
                <button type="button" title=${title} @click=${press}>${text}</button>`;
            return html`<li>${button}</li>`;
        };
        let report = null;
        const own = html`<b>A sweep of your own</b>`;
        const items = [item(own, "", () => this.chooseOwn())];
        for (const experiment of this.experiments) {
            const [, name, what] = /^(Report \w+)[:,]\s*(.*)$/.exec(experiment.what) ?? [
                null,
                "",
                experiment.what,
            ];
            if (name !== report) items.push(html`<li class="heading">${name}</li>`);
            report = name;
            items.push(item(what, experiment.what, () => this.choose(experiment)));
        }
        this.list.replaceChildren(...items);
        items[0].firstChild.setAttribute("aria-current", "true");
        this.chooseOwn();
    }

    choose(experiment) {
        this.clear(experiment.what);
        this.published = experiment.configurations;
        this.request = () => ({ experiment: experiment.name, trials: Number(this.trials.value) });
        const fact = (name, text) => (text ? html`<dt>${name}</dt><dd>${text}</dd>` : null);
        const title = this.app.games.get(experiment.game)?.title ?? experiment.game;
        this.about.replaceChildren(html`
            <dl class="facts-list">
                ${fact("game", [title, experiment.options].filter(Boolean).join(", "))}
                ${fact("agents", experiment.agents.map((agent) => agent.agent).join("; "))}
                ${fact("opponent", experiment.opponent)}
                ${fact("over", experiment.sweeps.join("; "))}
                ${fact("report's machine", experiment.machine)}
                ${fact("note", experiment.note)}
            </dl>`);
        // Before anything is measured there is the published curve.
        this.result({ result: { configurations: [] } });
    }

    chooseOwn() {
        this.clear("A sweep of your own");
        this.published = [];
        const games = [...this.app.games.values()].map((one) => [one.name, one.title]);
        const game = html`<select aria-label="Game">${options(games)}</select>`;
        game.value = this.app.session.state.game;
        const agent = new AgentField(this.app, {
            label: "Agent",
            value: "pvs:depth=9,strategy=ybw",
            game: () => this.app.games.get(game.value),
        });
        game.addEventListener("change", () => agent.recheck());
        const sweep = html`<input value="threads=1..2" spellcheck="false" aria-label="Sweep">`;
        const field = (name, node, help) => html`
            <label class="field">
                <span class="name">${name}</span>${node}<span class="help">${help}</span>
            </label>`;
        const how = "threads=1..8, chunk=1,10,100, depth=2..8+2; several with a semicolon";
        this.about.replaceChildren(html`
            <div class="fields">
                ${field("Game", game, "one search of the start position is a trial")}
                ${field("Agent", agent.node, "fix the depth or the iterations, not the time")}
                ${field("Over", sweep, how)}
            </div>`);
        this.request = () => ({
            game: game.value,
            agents: [agent.value],
            opponent: null,
            sweeps: sweep.value
                .split(";")
                .map((one) => one.trim())
                .filter(Boolean),
            trials: Number(this.trials.value),
        });
    }

    clear(title) {
        this.title.textContent = title;
        this.run.disabled = false;
        this.says.textContent = "";
        for (const part of [this.drawing, this.table, this.files, this.warnings])
            part.replaceChildren();
    }

    // ---- running ----

    async toggle() {
        if (this.source) {
            await post(`lab/runs/${this.id}/stop`);
            return;
        }
        if (this.waiting) {
            this.waiting = false;
            return;
        }
        const run = await this.enter();
        if (!run) return;
        this.id = run.id;
        this.run.textContent = "Stop";
        this.progress.hidden = false;
        for (const button of this.list.querySelectorAll("button")) button.disabled = true;
        this.source = listen(`lab/runs/${this.id}/events`, { run: (data) => this.hear(data) });
        this.source.onerror = () => this.ended();
    }

    // One measurement runs at a time, or none would mean anything: another visitor's is waited for.
    async enter() {
        const session = this.app.session.state.id;
        const order = { ...this.request(), session };
        this.waiting = true;
        this.run.textContent = "Stop";
        try {
            while (this.waiting) {
                try {
                    return await post("lab/runs", order);
                } catch (error) {
                    if (error.status !== 409) throw error;
                    this.says.textContent =
                        "Waiting: another visitor's measurement is under way. It begins by itself.";
                    await new Promise((done) => setTimeout(done, 1000));
                }
            }
            this.says.textContent = "Not measured.";
            return null;
        } finally {
            this.waiting = false;
            this.run.textContent = "Run";
        }
    }

    ended() {
        this.source?.close();
        this.source = null;
        this.run.textContent = "Run";
        this.progress.hidden = true;
        for (const button of this.list.querySelectorAll("button")) button.disabled = false;
    }

    // How far the run is and what it has measured.
    hear(run) {
        const active = ["running", "queued"].includes(run.status);
        this.progress.value = run.total ? run.done / run.total : 0;
        const words = [`${run.done} of ${run.total} trials`, seconds(run.elapsed)];
        if (active && run.now) words.push(run.now);
        if (active && run.remaining) words.push(`${seconds(run.remaining)} left`);
        if (!active) words.push(run.status);
        if (run.message) words.push(run.message);
        this.says.textContent = words.join(" · ");
        if (run.result) this.result(run);
        if (active) return;
        this.ended();
        this.files.replaceChildren(
            "Export ",
            ...["csv", "json", "html"].map(
                (format) =>
                    html`<a class="button" download=""
                        href="/api/lab/runs/${run.id}/export?format=${format}"
                    >${format.toUpperCase()}</a>`,
            ),
        );
    }

    // ---- results ----

    // Draws curves over threads, or bars where something else varies, and the table.
    result(run) {
        const { environment, amdahl } = run.result;
        // The report's curve is shown whole, also where this machine has fewer cores.
        const labels = new Set(run.result.configurations.map((one) => one.label));
        const configurations = run.result.configurations.concat(
            this.published.filter((one) => !labels.has(one.label)),
        );
        const threads = new Set(configurations.map((one) => one.values.threads));
        const speedups = threads.size > 1;
        const series = new Map();
        for (const one of configurations) {
            const name = speedups ? (one.series ?? "") : "";
            if (!series.has(name)) series.set(name, []);
            series.get(name).push(point(one, speedups));
        }
        const all = [...series].map(([name, points]) => ({ name, points }));
        const has = (field) => all.some((one) => one.points.some((p) => Number.isFinite(p[field])));
        const [measured, published] = [has("y"), has("report")];
        if (measured || published) {
            const width = Math.min(820, Math.max(320, this.drawing.clientWidth));
            this.drawing.replaceChildren(
                speedups ? curves(all, width) : bars(all[0].points, width),
                legend(all, measured, published, speedups),
            );
        }
        if (measured) this.showTable(configurations, run.unit);
        this.warnings.replaceChildren(
            ...(environment?.warnings ?? []).map((text) => html`<p class="warning">${text}</p>`),
            ...(amdahl ?? []).map(amdahlWords),
            ...limitsOf(run.result.configurations).map((text) => html`<p class="facts">${text}</p>`),
        );
    }

    showTable(configurations, unit) {
        const head = [
            "",
            `time a ${unit}`,
            "95 %",
            "speed-up",
            "95 %",
            "efficiency",
            "rate",
            "productivity",
            "report ×",
            "report productivity",
            "report sparks",
            "report wins",
        ];
        const range = (triple, words) =>
            triple?.[1] == null ? "" : `${words(triple[1])} – ${words(triple[2])}`;
        const plain = (value) => value.toFixed(2);
        const rows = configurations
            .filter((one) => one.summary?.trials)
            .map((one) => {
                const s = one.summary;
                return [
                    one.label,
                    seconds(s.seconds[0]),
                    range(s.seconds, seconds),
                    s.speedup?.[0] == null ? "" : plain(s.speedup[0]),
                    range(s.speedup, plain),
                    s.efficiency?.[0] == null ? "" : percent(s.efficiency[0]),
                    s.rate?.[0] == null ? "" : `${count(s.rate[0])}/s`,
                    s.productivity == null ? "" : percent(s.productivity),
                    one.report_speedup ? plain(one.report_speedup) : "",
                    ...reportCells(one.report),
                ];
            });
        // Columns that say nothing in this experiment are left out.
        const used = head.map((_, i) => i === 0 || rows.some((row) => row[i]));
        const keep = (list) => list.filter((_, i) => used[i]);
        this.table.replaceChildren(figures(keep(head), rows.map(keep)));
    }
}

// A configuration as a point of the plot: measured with its interval, and published.
function point(configuration, speedups) {
    const { summary } = configuration;
    const triple = (speedups ? summary?.speedup : summary?.seconds) ?? [];
    const [y, low, high] = triple.map((value) => value ?? NaN);
    const report = speedups ? configuration.report_speedup : configuration.report_seconds;
    return {
        x: Number(configuration.values.threads),
        label: configuration.label,
        y: y ?? NaN,
        low,
        high,
        report: report || NaN,
    };
}

// What the report printed beside its times: productivity with the seconds of the program and of
// collecting garbage, sparks converted, games won.
function reportCells(report) {
    if (!report) return ["", "", ""];
    const { productivity, mutator, collector, sparks, wins, verdict } = report;
    const seconds = mutator ? ` (${mutator} s, GC ${collector} s)` : "";
    const rest = sparks?.collected
        ? ` (GC’d ${count(sparks.collected)}, fizzled ${count(sparks.fizzled)})`
        : "";
    return [
        productivity ? percent(productivity, 1) + seconds : "",
        sparks ? `${count(sparks.converted)} of ${count(sparks.created)}${rest}` : "",
        wins ? `${percent(wins[0])} – ${percent(wins[1])}` : (verdict ?? ""),
    ];
}

function legend(all, measured, published, ideal) {
    const look = ideal ? "line-report" : "dot-report";
    const named = all.length > 1 ? all : [];
    const item = (shown, name, text) =>
        shown ? html`<span class="key ${name}">${text}</span>` : null;
    return html`
        <p class="legend">
            ${named.map((one, i) => html`<span>${key(i)}${one.name || "…"}</span>`)}
            ${item(measured, "line-measured", "measured here, 95 % interval")}
            ${item(published, look, "the report's")}
            ${item(ideal, "line-ideal", "ideal")}
        </p>`;
}

// Of each series, what limited its search with the most threads against that with one.
function limitsOf(configurations) {
    const series = new Map();
    for (const one of configurations) {
        const list = series.get(one.series ?? "") ?? [];
        series.set(one.series ?? "", [...list, one]);
    }
    return [...series.values()].flatMap((list) => {
        const threads = (one) => Number(one.values.threads);
        const alone = list.find((one) => threads(one) === 1)?.summary;
        const most = list.reduce((a, b) => (threads(b) > threads(a) ? b : a));
        const { speedup, rate, productivity } = most.summary ?? {};
        if (!(threads(most) > 1) || !speedup?.[0] || !rate?.[0] || !alone?.rate?.[0]) return [];
        const faster = rate[0] / alone.rate[0];
        const own = productivity / (alone.productivity || 1);
        const parts = {
            productivity: own,
            overhead: faster / speedup[0],
            slowdown: (threads(most) * own) / faster,
        };
        return [`${most.label}: ${limitWords(parts)}`];
    });
}

function amdahlWords(fit) {
    const words = [];
    if (fit.serial_fraction != null) words.push(`${percent(fit.serial_fraction, 1)} here`);
    if (fit.report_serial_fraction != null)
        words.push(`${percent(fit.report_serial_fraction, 1)} in the report`);
    const series = fit.series ? ` (${fit.series})` : "";
    const text = words.length
        ? `Serial fraction by Amdahl's law${series}: ${words.join(", ")}`
        : "";
    return html`<p class="facts">${text}</p>`;
}
