// Watch a search think: the real search of the position on the board, recorded by the server node by
// node, played forwards and backwards, by itself or as an exercise.
//
// A recording becomes a player: TreePlayer for minimax and its relatives, Walks for Monte Carlo. A
// player can `show` any step, put it in `words`, and make a `question` of it for practice. Several
// players side by side go in step.
import { html, icon } from "./dom.js";
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
            html("input", {
                type: "number",
                class: "short",
                min: 1,
                max,
                value,
                "aria-label": label,
                onchange: () => this.app.attempt(() => this.record()),
            });
        this.depth = number("Depth", 3, 9);
        this.iterations = number("Iterations", 40, 1000);
        this.kinds = html(
            "span",
            { class: "kinds", role: "group", "aria-label": "Algorithm" },
            ...Object.entries(KINDS).map(([kind, [text]]) =>
                html("button", {
                    type: "button",
                    class: "chip",
                    text,
                    "data-kind": kind,
                    onclick: () => this.app.attempt(() => this.choose(kind)),
                }),
            ),
        );
        this.practice = html("input", {
            type: "checkbox",
            role: "switch",
            id: "practice",
            onchange: () => this.practise(),
        });
        this.lessons = html(
            "div",
            { class: "lessons", role: "group", "aria-label": "Lessons" },
            html("b", { text: "Lessons" }),
            ...LESSONS.map((lesson) =>
                html("button", {
                    type: "button",
                    class: "chip",
                    text: lesson.title,
                    title: lesson.text,
                    onclick: () => this.app.attempt(() => this.teach(lesson)),
                }),
            ),
        );
        this.lesson = html("p", { class: "lesson", hidden: true });
        this.buildControls();
        this.says = html("p", { class: "explain-says", role: "status", "aria-live": "polite" });
        this.question = html("div", { class: "question", hidden: true });
        this.stage = html("div", { class: "explain-stage" });
        this.node = html(
            "section",
            { class: "panel explain", "aria-label": "Explain" },
            html(
                "header",
                {},
                html("h2", { text: "Watch a search think" }),
                this.kinds,
                html("label", { class: "inline" }, "depth", this.depth),
                html("label", { class: "inline" }, "iterations", this.iterations),
                html("label", { class: "switch", for: "practice" }, this.practice, "Practice"),
            ),
            html(
                "div",
                { class: "body" },
                this.lessons,
                this.lesson,
                this.controls,
                this.says,
                this.question,
                this.stage,
                LEGEND(),
            ),
        );
    }

    buildControls() {
        const button = (name, label, action) =>
            html(
                "button",
                { type: "button", class: "quiet", "aria-label": label, title: label, onclick: action },
                icon(name),
            );
        this.slider = html("input", {
            type: "range",
            min: 0,
            max: 0,
            value: 0,
            "aria-label": "Step of the search",
            oninput: () => this.go(Number(this.slider.value)),
        });
        this.playButton = button("play", "Play", () => this.toggle());
        this.speed = html(
            "select",
            { "aria-label": "Speed" },
            ...SPEEDS.map((speed) => html("option", { value: speed, text: `${speed} / s` })),
        );
        this.speed.value = "5";
        this.counter = html("span", { class: "number muted" });
        this.fit = html("button", {
            type: "button",
            class: "chip",
            text: "Whole tree",
            "aria-pressed": "false",
            onclick: () => {
                const fit = this.stage.classList.toggle("fit");
                this.fit.setAttribute("aria-pressed", String(fit));
            },
        });
        this.controls = html(
            "div",
            { class: "row explain-controls", role: "toolbar", "aria-label": "Steps" },
            button("first", "First step", () => this.go(0)),
            button("back", "Step back", () => this.go(this.step - 1)),
            this.playButton,
            button("forward", "Step on", () => this.advance()),
            button("last", "Last step", () => this.go(this.last)),
            this.slider,
            this.speed,
            this.counter,
            this.fit,
        );
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
        const reply = html("p", { role: "status" });
        const answer = (given, control) => {
            const right = question.right(given);
            this.asked++;
            if (right) this.right++;
            control?.classList.add(right ? "right" : "wrong");
            for (const part of this.question.querySelectorAll("button, input")) part.disabled = true;
            reply.replaceChildren(
                html("b", { text: right ? "Right. " : "No. " }),
                question.why,
                html("span", { class: "muted", text: `  ${this.right} of ${this.asked} right` }),
                " ",
                html("button", {
                    type: "button",
                    class: "primary",
                    text: "Go on",
                    onclick: () => {
                        this.question.hidden = true;
                        this.advance();
                    },
                }),
            );
            reply.querySelector("button").focus();
        };
        const controls = question.choices
            ? question.choices.map((text) =>
                  html("button", {
                      type: "button",
                      text,
                      onclick: (event) => answer(text, event.target),
                  }),
              )
            : [this.field(answer)];
        this.question.replaceChildren(
            html("p", { text: question.text }),
            html("div", { class: "row" }, ...controls),
            reply,
        );
    }

    field(answer) {
        const input = html("input", { type: "text", class: "short", "aria-label": "Value" });
        return html(
            "form",
            {
                class: "row",
                onsubmit: (event) => {
                    event.preventDefault();
                    answer(input.value, input);
                },
            },
            input,
            html("button", { text: "Check" }),
        );
    }
}

function LEGEND() {
    const key = (name, text) => html("span", { class: `explain-key ${name}`, text });
    return html(
        "p",
        { class: "legend explain-legend" },
        key("max", "max to move"),
        key("min", "min to move"),
        key("leaf", "leaf: the heuristic's value"),
        key("ended", "game over"),
        key("table", "known from the table"),
        key("cut", "cut off"),
        key("ghost", "never looked at"),
        key("held", "several workers: filled with the colour of who searched it, framed where they are"),
    );
}
