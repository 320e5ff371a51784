// The dialog for a new game: which, with which options, between whom, from where.
import { html, icon } from "./dom.js";
import { seatChoice } from "./seats.js";

// A field for one option of a game; its `read` gives the value, or undefined for the default.
export function optionField(option, value) {
    let input;
    if (option.type === "choice") {
        input = html(
            "select",
            {},
            option.choices.map((choice) => html("option", { value: choice, text: choice })),
        );
        input.value = value ?? option.default;
    } else {
        const number = option.type === "integer" || option.type === "real";
        input = html("input", {
            type: number ? "number" : "text",
            min: option.min,
            max: option.max,
            step: option.type === "real" ? "any" : undefined,
            placeholder: option.default || "none",
        });
        input.value = value ?? option.default;
    }
    const node = html(
        "label",
        { class: "field" },
        html("span", { class: "name", text: option.name }),
        input,
        html("span", { class: "help", text: option.help }),
    );
    const read = () =>
        input.value === option.default || input.value === "" ? undefined : input.value;
    // What a player wishes, unless a person has chosen already.
    let chosen = false;
    input.addEventListener("input", () => (chosen = true));
    const suggest = (wish) => {
        if (!chosen) input.value = wish;
    };
    return { node, read, suggest, name: option.name };
}

export class NewGame {
    constructor(app) {
        this.app = app;
        this.select = html("select", { "aria-label": "Game", onchange: () => this.build() });
        this.fields = html("div", { class: "fields" });
        this.seats = html("div", { class: "fields" });
        this.rules = html("p", { class: "muted" });
        this.text = html("textarea", {
            rows: 4,
            spellcheck: "false",
            "aria-label": "Position or record",
            placeholder: "moves, SGF, GGF, or a position",
        });
        this.more = html(
            "details",
            {},
            html("summary", { text: "From a position or a record" }),
            html(
                "div",
                { class: "field" },
                this.text,
                html(
                    "span",
                    { class: "row" },
                    html(
                        "button",
                        { type: "button", onclick: () => this.file() },
                        icon("open"),
                        "Open a file",
                    ),
                    html("span", { class: "muted", text: "or drop one anywhere, any time" }),
                ),
            ),
        );
        this.says = html("p", { class: "error", role: "alert" });
        this.dialog = html(
            "dialog",
            { "aria-label": "New game" },
            html(
                "form",
                { method: "dialog", onsubmit: (event) => this.submit(event) },
                html(
                    "header",
                    {},
                    html("h2", { text: "New game" }),
                    html(
                        "button",
                        {
                            type: "button",
                            class: "quiet",
                            "aria-label": "Close",
                            onclick: () => this.dialog.close(),
                        },
                        icon("close"),
                    ),
                ),
                html(
                    "div",
                    { class: "body" },
                    this.select,
                    this.rules,
                    this.seats,
                    this.fields,
                    this.more,
                    this.says,
                ),
                html(
                    "footer",
                    {},
                    html("button", {
                        type: "button",
                        text: "Cancel",
                        onclick: () => this.dialog.close(),
                    }),
                    html("button", { type: "submit", class: "primary", text: "Start" }),
                ),
            ),
        );
        document.body.append(this.dialog);
    }

    open(record = false) {
        const { games, session } = this.app;
        this.select.replaceChildren(
            ...[...games.values()].map((game) =>
                html("option", { value: game.name, text: game.title }),
            ),
        );
        this.select.value = session.state?.game ?? this.select.value;
        this.text.value = "";
        this.more.open = record;
        this.build();
        this.dialog.showModal();
        (record ? this.text : this.select).focus();
    }

    build() {
        const game = this.app.games.get(this.select.value);
        const { state } = this.app.session;
        const same = state?.game === game.name;
        this.rules.textContent = game.summary;
        this.says.textContent = "";
        const players = same ? state.players : ["human", "normal"];
        this.choices = players.map((value, player) =>
            seatChoice(this.app, game, {
                value,
                label: game.players[player],
                onChange: (agent) => this.suit(agent),
            }),
        );
        this.seats.replaceChildren(
            ...this.choices.map((choice, player) =>
                html(
                    "div",
                    { class: "field" },
                    html("span", {
                        class: "name",
                        text: `${game.players[player]}${player ? "" : " (first)"}`,
                    }),
                    choice.node,
                ),
            ),
        );
        this.options = game.options.map((option) =>
            optionField(option, same ? state.options[option.name] : undefined),
        );
        this.fields.replaceChildren(...this.options.map((option) => option.node));
        this.fields.hidden = !this.options.length;
    }

    // Some agents stand for programs that play by options of their own.
    suit(agent) {
        const { presets } = this.app.agents;
        const preset = presets.find(({ name }) => name === agent.split(":")[0]);
        for (const wish of preset?.game_options?.split(",") ?? []) {
            const [name, value] = wish.split("=");
            this.options.find((option) => option.name === name)?.suggest(value);
        }
    }

    file() {
        this.dialog.close();
        this.app.records.pickFile();
    }

    async submit(event) {
        event.preventDefault();
        for (const choice of this.choices) this.suit(choice.value());
        const request = {
            game: this.select.value,
            players: this.choices.map((choice) => choice.value()),
        };
        const options = {};
        for (const option of this.options) {
            const value = option.read();
            if (value !== undefined) options[option.name] = value;
        }
        if (Object.keys(options).length) request.options = options;
        try {
            const text = this.text.value.trim();
            if (text) await this.app.records.create(request, text);
            else await this.app.session.create(request);
            this.dialog.close();
            this.app.board.node.focus({ preventScroll: true });
        } catch (error) {
            this.says.textContent = error.message;
        }
    }
}
