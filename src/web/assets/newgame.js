// The dialog for a new game: which, with which options, between whom, from where.
import { html, icon, options } from "./dom.js";
import { seatChoice } from "./seats.js";

// A field for one option of a game; its `read` gives the value, or undefined for the default.
export function optionField(option, value) {
    let input;
    if (option.type === "choice") {
        const choices = options(option.choices.map((choice) => [choice, choice]));
        input = html`<select>${choices}</select>`;
    } else {
        const number = option.type === "integer" || option.type === "real";
        input = html`
            <input type=${number ? "number" : "text"} min=${option.min} max=${option.max}
                step=${option.type === "real" ? "any" : null}
                placeholder=${option.default || "none"}>`;
    }
    input.value = value ?? option.default;
    const node = html`
        <label class="field">
            <span class="name">${option.name}</span>${input}
            <span class="help">${option.help}</span>
        </label>`;
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
        const close = () => this.dialog.close();
        this.select = html`<select aria-label="Game" @change=${() => this.build()}></select>`;
        this.fields = html`<div class="fields"></div>`;
        this.seats = html`<div class="fields"></div>`;
        this.rules = html`<p class="muted"></p>`;
        this.text = html`
            <textarea rows="4" spellcheck="false" aria-label="Position or record"
                placeholder="moves, SGF, GGF, or a position"></textarea>`;
        this.more = html`
            <details>
                <summary>From a position or a record</summary>
                <div class="field">
                    ${this.text}
                    <span class="row">
                        <button type="button"
                            @click=${() => this.file()}>${icon("open")}Open a file</button>
                        <span class="muted">or drop one anywhere, any time</span>
                    </span>
                </div>
            </details>`;
        this.says = html`<p class="error" role="alert"></p>`;
        this.dialog = html`
            <dialog aria-label="New game">
                <form method="dialog" @submit=${(event) => this.submit(event)}>
                    <header>
                        <h2>New game</h2>
                        <button type="button" class="quiet" aria-label="Close"
                            @click=${close}>${icon("close")}</button>
                    </header>
                    <div class="body">
                        ${this.select}${this.rules}${this.seats}
                        ${this.fields}${this.more}${this.says}
                    </div>
                    <footer>
                        <button type="button" @click=${close}>Cancel</button>
                        <button type="submit" class="primary">Start</button>
                    </footer>
                </form>
            </dialog>`;
        document.body.append(this.dialog);
    }

    open(record = false) {
        const { games, session } = this.app;
        this.select.replaceChildren(
            ...options([...games.values()].map((game) => [game.name, game.title])),
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
            ...this.choices.map((choice, player) => {
                const name = `${game.players[player]}${player ? "" : " (first)"}`;
                return html`
                    <div class="field"><span class="name">${name}</span>${choice.node}</div>`;
            }),
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
