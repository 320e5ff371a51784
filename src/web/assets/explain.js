// Watch a search think: the real search of the position on the board, recorded by the server node by
// node, played forwards and backwards, by itself or as an exercise.
//
// A recording becomes a player: TreePlayer for minimax and its relatives, Walks for Monte Carlo. A
// player can `show` any step, put it in `words`, and make a `question` of it for practice. Several
// players side by side go in step.
import { html, icon, options } from "./dom.js";
import { Walks } from "./explain-mcts.js";
import { TreePlayer } from "./explain-tree.js";
import { LESSONS } from "./lessons.js";

const PLAIN = "deepen=off,aspiration=0";
const SPEEDS = [1, 2, 5, 20, 100];

// What the kinds of search are called, and the agents that are recorded for each.
const KINDS = {
    minimax: ["Minimax", (depth) => [`minimax:depth=${depth}`]],
    alphabeta: ["Alpha-beta", (depth) => [`alphabeta:depth=${depth}`]],
    ordered: ["… with ordering", (depth) => [`alphabeta:depth=${depth},order=all,table=on`]],
    pvs: ["PVS", (depth) => [`pvs:depth=${depth},${PLAIN}`]],
    three: [
        "All three",
        (depth) => [
            `minimax:depth=${depth}`,
            `alphabeta:depth=${depth}`,
            `pvs:depth=${depth},${PLAIN}`,
        ],
    ],
    ybw: ["Three workers", (depth) => [`pvs:depth=${depth},${PLAIN},strategy=ybw,split=2,threads=3`]],
    mcts: ["Monte Carlo", (_, iterations) => [`uct:iterations=${iterations}`]],
    parallel: [
        "… by three workers",
        (_, iterations) =>
            ["root", "tree"].map((how) => `uct:iterations=${iterations},strategy=${how},threads=3`),
    ],
};

const MONTE = ["mcts", "parallel"];

export class Explain {
    constructor(app) {
        this.app = app;
        this.players = [];
        this.step = 0;
        this.kind = "alphabeta";
        this.build();
        app.session.on("state", (before) => {
            if (before?.position !== app.session.state.position) this.clear();
        });
    }

    build() {
        const number = (label, value, max) =>
            html`<input type="number" class="short" min="1" max=${max} value=${value}
                aria-label=${label} @change=${() => this.app.attempt(() => this.record())}>`;
        const chip = (text, action, more) =>
            html`<button type="button" class="chip" title=${more.title} data-kind=${more.kind}
                @click=${() => this.app.attempt(action)}>${text}</button>`;
        this.depth = number("Depth", 3, 9);
        this.iterations = number("Iterations", 40, 1000);
        this.kinds = html`
            <span class="kinds" role="group" aria-label="Algorithm">
                ${Object.entries(KINDS).map(([kind, [text]]) =>
                    chip(text, () => this.choose(kind), { kind }),
                )}
            </span>`;
        this.practice = html`
            <input type="checkbox" role="switch" id="practice" @change=${() => this.practise()}>`;
        this.lesson = html`<p class="lesson" hidden></p>`;
        this.buildControls();
        this.says = html`<p class="explain-says" role="status" aria-live="polite"></p>`;
        this.question = html`<div class="question" hidden></div>`;
        this.stage = html`<div class="explain-stage"></div>`;
        this.node = html`
            <section class="panel explain" aria-label="Explain">
                <header>
                    <h2>Watch a search think</h2>
                    ${this.kinds}
                    <label class="inline">depth${this.depth}</label>
                    <label class="inline">iterations${this.iterations}</label>
                    <label class="switch" for="practice">${this.practice}Practice</label>
                </header>
                <div class="body">
                    <div class="lessons" role="group" aria-label="Lessons">
                        <b>Lessons</b>
                        ${LESSONS.map((lesson) =>
                            chip(lesson.title, () => this.teach(lesson), { title: lesson.text }),
                        )}
                    </div>
                    ${this.lesson}${this.controls}${this.says}${this.question}${this.stage}
                    ${legend()}
                </div>
            </section>`;
    }

        buildControls() {
        const button = (name, label, action) =>
            html`<button type="button" class="quiet" aria-label=${label} title=${label}
                @click=${action}>${icon(name)}</button>`;
        this.slider = html`
            <input type="range" min="0" max="0" value="0" aria-label="Step of the search"
                @input=${() => this.go(Number(this.slider.value))}>`;
        this.playButton = button("play", "Play", () => this.toggle());
        this.speed = html`
            <select aria-label="Speed">
                ${options(SPEEDS.map((speed) => [speed, `${speed} / s`]))}
            </select>`;
        this.speed.value = "5";
        this.counter = html`<span class="number muted"></span>`;
        const fit = () =>
            this.fit.setAttribute("aria-pressed", String(this.stage.classList.toggle("fit")));
        this.fit = html`
            <button type="button" class="chip" aria-pressed="false"
                @click=${fit}>Whole tree</button>`;
        this.controls = html`
            <div class="row explain-controls" role="toolbar" aria-label="Steps">
                ${button("first", "First step", () => this.go(0))}
                ${button("back", "Step back", () => this.go(this.step - 1))}
                ${this.playButton}
                ${button("forward", "Step on", () => this.advance())}
                ${button("last", "Last step", () => this.go(this.last))}
                ${this.slider}${this.speed}${this.counter}${this.fit}
            </div>`;
    }

        get last() {
        return Math.max(0, ...this.players.map((player) => player.steps - 1));
    }

    // ---- recording ----

    shown() {
        if (!this.players.length) this.app.attempt(() => this.record());
    }

    clear() {
        this.pause();
        this.players = [];
        this.stage.replaceChildren();
        if (this.app.view === "explain") this.app.attempt(() => this.record());
    }

    choose(kind) {
        this.kind = kind;
        return this.record();
    }

    // Begins a lesson: its position, its search, its text.
    async teach(lesson) {
        this.pause();
        this.kind = lesson.kind;
        if (lesson.depth) this.depth.value = lesson.depth;
        if (lesson.iterations) this.iterations.value = lesson.iterations;
        this.held = true; // one recording, when the position is there
        await this.recording?.catch(() => {});
        await this.app.session.create({
            game: lesson.game,
            moves: lesson.moves,
            players: ["human", "human"],
        });
        this.held = false;
        this.lesson.textContent = lesson.text;
        this.lesson.hidden = false;
        await this.record();
        if (lesson.at) this.go(Math.round(this.last * lesson.at));
    }

    // One recording at a time: the server would give up the first for the second.
    async record() {
        if (this.held || !this.app.session.state) return;
        this.wanted = true;
        if (this.recording) {
            await this.recording;
            return;
        }
        this.recording = this.recordAll();
        try {
            await this.recording;
        } finally {
            this.recording = null;
        }
    }

    async recordAll() {
        while (this.wanted) {
            this.wanted = false;
            await this.recordOnce();
        }
    }

    // Asks the server for the recordings of the chosen kind, and makes players of them.
    async recordOnce() {
        const { session } = this.app;
        this.pause();
        for (const chip of this.kinds.children) {
            chip.setAttribute("aria-pressed", String(chip.dataset.kind === this.kind));
        }
        const monte = MONTE.includes(this.kind);
        this.iterations.disabled = !monte;
        this.depth.disabled = monte;
        if (session.state.over) {
            this.says.textContent = "The game is over here: there is nothing to search.";
            this.stage.replaceChildren();
            this.players = [];
            return;
        }
        const agents = KINDS[this.kind][1](
            Number(this.depth.value) || 1,
            Number(this.iterations.value) || 1,
        );
        const recorded = [];
        for (const agent of agents) recorded.push(await session.explain({ agent }));
        this.players = recorded.map((data) =>
            data.kind === "tree" ? new TreePlayer(this.app, data) : new Walks(this.app, data),
        );
        this.stage.classList.toggle("several", this.players.length > 1);
        this.stage.replaceChildren(...this.players.map((player) => player.node));
        this.practise();
    }

    // ---- playing ----

    toggle() {
        if (this.timer) this.pause();
        else this.run();
    }

    run() {
        if (this.step >= this.last) this.go(0);
        this.playButton.replaceChildren(icon("stop"));
        this.playButton.setAttribute("aria-label", "Pause");
        const tick = () => {
            this.timer = setTimeout(tick, 1000 / Number(this.speed.value));
            if (!this.question.hidden || this.step >= this.last) this.pause();
            else this.go(this.step + 1);
        };
        tick();
    }

    pause() {
        clearTimeout(this.timer);
        this.timer = null;
        this.playButton.replaceChildren(icon("play"));
        this.playButton.setAttribute("aria-label", "Play");
    }

    // On to the next step; in practice, to the next question.
    advance() {
        if (this.practice.checked && !this.question.hidden) return;
        this.go(this.step + 1);
        while (this.practice.checked && this.question.hidden && this.step < this.last) {
            this.go(this.step + 1);
        }
    }

    go(step) {
        this.step = Math.max(0, Math.min(this.last, step));
        this.show();
    }

    show() {
        this.slider.max = this.last;
        this.slider.value = this.step;
        this.counter.textContent = this.players.length ? `${this.step + 1} / ${this.last + 1}` : "";
        for (const player of this.players) {
            player.show(Math.min(this.step, player.steps - 1), this.practice.checked);
        }
        const [first] = this.players;
        this.says.textContent = first?.words(Math.min(this.step, first.steps - 1)) ?? "";
        this.ask();
    }

    // ---- practice ----

    // Practice begins with the first question; without it the whole search is shown.
    practise() {
        this.right = this.asked = 0;
        if (!this.practice.checked) {
            this.go(this.last);
            return;
        }
        this.go(0);
        if (this.question.hidden) this.advance();
    }

    // Asks about the step, if there is a question, and tells at once what is right and why.
    ask() {
        const player = this.players.length === 1 ? this.players[0] : null;
        const question = this.practice.checked ? player?.question(this.step) : null;
        this.question.hidden = !question;
        if (!question) return;
        this.says.textContent = "";
        const reply = html`<p role="status"></p>`;
        const goOn = () => {
            this.question.hidden = true;
            this.advance();
        };
        const answer = (given, control) => {
            const right = question.right(given);
            this.asked++;
            if (right) this.right++;
            control?.classList.add(right ? "right" : "wrong");
            for (const part of this.question.querySelectorAll("button, input")) part.disabled = true;
            reply.replaceChildren(
                ...html`<b>${right ? "Right. " : "No. "}</b>${question.why}
                    <span class="muted"> ${this.right} of ${this.asked} right </span>
                    <button type="button" class="primary" @click=${goOn}>Go on</button>`,
            );
            reply.querySelector("button").focus();
        };
        const choice = (text) =>
            html`<button type="button"
                @click=${(event) => answer(text, event.target)}>${text}</button>`;
        this.question.replaceChildren(
            ...html`
                <p>${question.text}</p>
                <div class="row">${question.choices?.map(choice) ?? this.field(answer)}</div>
                ${reply}`,
        );
    }

        field(answer) {
        const input = html`<input type="text" class="short" aria-label="Value">`;
        const check = (event) => {
            event.preventDefault();
            answer(input.value, input);
        };
        return html`<form class="row" @submit=${check}>${input}<button>Check</button></form>`;
    }
}

const HELD =
    "several workers: filled with the colour of who searched it, framed where they are";

function legend() {
    const key = (name, text) => html`<span class="explain-key ${name}">${text}</span>`;
    return html`
        <p class="legend explain-legend">
            ${key("max", "max to move")}
            ${key("min", "min to move")}
            ${key("leaf", "leaf: the heuristic's value")}
            ${key("ended", "game over")}
            ${key("table", "known from the table")}
            ${key("cut", "cut off")}
            ${key("ghost", "never looked at")}
            ${key("held", HELD)}
        </p>`;
}
