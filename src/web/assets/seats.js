// Who plays: above and below the board, a strip for each side with its points and a choice of
// player.
import { AgentField } from "./agents.js";
import { badge } from "./pieces.js";
import { find, html } from "./dom.js";
import { HUMAN } from "./session.js";

const OTHER = "other";

// A choice between a person, the game's levels, and any other agent.
export function seatChoice(app, game, { label, value, onChange }) {
    const levels = game.levels.map(
        ({ name, agent }) => html`<option value=${name} title=${agent}>${capital(name)}</option>`,
    );
    const select = html`
        <select aria-label=${label}>
            <option value=${HUMAN}>Person</option>${levels}
            <option value=${OTHER}>Other agent…</option>
        </select>`;
    const field = new AgentField(app, { label: `${label}: agent`, onChange, game: () => game });
    const known = [HUMAN, ...game.levels.map((level) => level.name)];
    const show = (player) => {
        const plain = known.includes(player);
        select.value = plain ? player : OTHER;
        field.node.hidden = plain;
        if (!plain && field.value !== player) field.value = player;
    };
    select.addEventListener("change", () => {
        field.node.hidden = select.value !== OTHER;
        if (select.value !== OTHER) onChange(select.value);
        else field.input.focus();
    });
    show(value);
    const node = html`<span class="seat">${field.node}${select}</span>`;
    return { node, show, value: () => (select.value === OTHER ? field.value : select.value) };
}

export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

export class Seats {
    constructor(app) {
        this.app = app;
        this.strips = [];
        app.session.on("created", () => this.build());
        app.session.on("state", () => this.show());
        app.session.on("search", () => this.show());
    }

    // The side that moves first sits below.
    build() {
        const { session } = this.app;
        const game = this.app.game();
        this.strips = ["#strip-near", "#strip-far"].map((selector, player) => {
            const strip = find(selector);
            const choice = seatChoice(this.app, game, {
                label: `${game.players[player]} is played by`,
                value: session.state.players[player],
                onChange: (value) => this.change(player, value),
            });
            const who = html`<span class="who"></span>`;
            const points = html`<span class="points"></span>`;
            const thinking = html`<span class="thinking"></span>`;
            strip.replaceChildren(badge(game, player), who, points, thinking, choice.node);
            return { strip, choice, who, points, thinking };
        });
        this.show();
    }

    change(player, value) {
        const players = this.app.session.state.players.slice();
        players[player] = value;
        this.app.turns.resume();
        this.app.attempt(() => this.app.session.players(players));
    }

    show() {
        const { state, search } = this.app.session;
        if (!this.strips.length || !state) return;
        const game = this.app.game();
        this.strips.forEach(({ strip, choice, who, points, thinking }, player) => {
            const name = state.names[player];
            who.textContent = name ? `${game.players[player]}: ${name}` : game.players[player];
            strip.classList.toggle("turn", !state.over && state.turn === player);
            points.textContent = state.score !== null ? state.counts[player] : "";
            const busy = search?.kind === "play" && state.turn === player && !state.over;
            const word = { queued: "waiting for a thread…", running: "thinking…" };
            thinking.textContent = busy ? (word[search.status] ?? "") : "";
            if (!strip.contains(document.activeElement)) choice.show(state.players[player]);
        });
    }
}
