// Fields for agents: a specification such as `pvs:time=1,strategy=ybw`, completed as it is typed
// and checked by the server.
import { post } from "./api.js";
import { html } from "./dom.js";

// Everything that may follow what is typed, as { value, label }.
export function completions(text, game, { agents, presets }) {
    const colon = text.indexOf(":");
    if (colon < 0) {
        const levels = new Map(game.levels.map((level) => [level.name, level.agent]));
        return [
            ...agents.map((agent) => ({ value: agent.name, label: agent.summary })),
            ...presets.map((preset) => ({
                value: preset.name,
                label: preset.spec ?? levels.get(preset.name) ?? preset.summary,
            })),
        ];
    }
    const name = text.slice(0, colon);
    const parts = text.slice(colon + 1).split(",");
    const last = parts.pop();
    const before = `${name}:${parts.map((part) => `${part},`).join("")}`;
    const options = optionsOf(name, game, { agents, presets });
    const equals = last.indexOf("=");
    if (equals >= 0) {
        const option = options.find(({ name: key }) => key === last.slice(0, equals));
        return (option?.choices ?? []).map((choice) => ({
            value: `${before}${option.name}=${choice}`,
            label: option.help,
        }));
    }
    const used = new Set(parts.map((part) => part.split("=")[0]));
    return options
        .filter((option) => !used.has(option.name))
        .map((option) => ({
            value: `${before}${option.name}=`,
            label: `${option.help} (${option.default})`,
        }));
}

function optionsOf(name, game, { agents, presets }) {
    const spec =
        game.levels.find((level) => level.name === name)?.agent ??
        presets.find((preset) => preset.name === name)?.spec ??
        name;
    return agents.find((agent) => agent.name === spec.split(":")[0])?.options ?? [];
}

let fields = 0;

export class AgentField {
    // `onChange` hears of specifications that the server accepts.
    constructor(app, { label, value = "", onChange = () => {}, optional = false, game }) {
        this.app = app;
        this.game = game ?? (() => app.game()); // what is an agent depends on the game
        this.onChange = onChange;
        this.optional = optional;
        const id = `agent-${++fields}`;
        this.list = html`<datalist id="${id}-list"></datalist>`;
        this.input = html`
            <input id=${id} list="${id}-list" value=${value} class="agent" aria-label=${label}
                spellcheck="false" autocomplete="off" autocapitalize="off"
                aria-describedby="${id}-says" @input=${() => this.typed()}
                @focus=${() => this.complete()} @change=${() => this.check()}>`;
        this.says = html`<span id="${id}-says" class="says" role="status"></span>`;
        this.node = html`
            <span class="agent-field">${this.input}${this.list}${this.says}</span>`;
    }

    get value() {
        return this.input.value.trim();
    }

    set value(text) {
        this.input.value = text;
        this.say("");
    }

    complete() {
        const all = completions(this.input.value, this.game(), this.app.agents);
        this.list.replaceChildren(
            ...all.map((one) => html`<option value=${one.value} label=${one.label}></option>`),
        );
    }

    typed() {
        this.complete();
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.check(), 350);
    }

    // Another game was chosen beside the field.
    recheck() {
        this.checked = null;
        return this.check();
    }

    async check() {
        clearTimeout(this.timer);
        const asked = this.value;
        if (asked === this.checked) return;
        this.checked = asked;
        if (!asked) {
            this.say(this.optional ? "" : "an agent, such as pvs:depth=8", !this.optional);
            return;
        }
        try {
            const answer = await post("agents/check", { game: this.game().name, agent: asked });
            if (asked !== this.value) return;
            this.say(answer.clamped.join("; "));
            this.onChange(asked);
        } catch (error) {
            if (asked === this.value) this.say(error.message, true);
        }
    }

    say(text, bad = false) {
        this.says.textContent = text;
        this.says.classList.toggle("error", bad);
        this.input.setAttribute("aria-invalid", String(bad));
    }
}
