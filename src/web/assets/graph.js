// The chances of the first player over the game: click to go there.
import { html, svg } from "./dom.js";
import { markClass } from "./moves.js";
import { percent } from "./scale.js";

const WIDTH = 400;
const HEIGHT = 110;
const ANALYSE = "Analyse the whole game";

export class Graph {
    constructor(app) {
        this.app = app;
        const { session } = app;
        this.review = html`
            <button type="button"
                @click=${() => app.attempt(() => this.toggleReview())}>${ANALYSE}</button>`;
        this.progress = html`
            <progress max="1" value="0" hidden aria-label="Analysed so far"></progress>`;
        this.drawing = html`
            <svg class="graph" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none"
                role="img" aria-label="Chances over the game"
                @click=${(event) => this.click(event)} @pointermove=${(event) => this.hover(event)}
                @pointerleave=${() => this.showTip(-1)}></svg>`;
        this.tip = html`<span class="tip muted number"></span>`;
        this.sums = html`<div class="sums number"></div>`;
        this.plies = html`<div class="axis x" aria-hidden="true"></div>`;
        this.node = html`
            <section class="panel" aria-label="Chances over the game">
                <header><h2>Chances</h2>${this.tip}${this.review}</header>
                ${this.progress}
                <div class="body flush">
                    <div class="graph-box">
                        <div class="axis y" aria-hidden="true">
                            <span>100 %</span><span>50 %</span><span>0 %</span>
                        </div>
                        ${this.drawing}${this.plies}
                    </div>
                    ${this.sums}
                </div>
            </section>`;
        session.on("state", () => this.show());
        session.on("analysis", () => this.show());
        session.on("review", () => this.showReview());
        session.on("created", () => this.showReview());
    }

    get running() {
        const status = this.app.session.review?.status;
        return status === "running" || status === "queued";
    }

    toggleReview() {
        const { session } = this.app;
        return this.running ? session.stop("review") : session.startReview({});
    }

    // How far the review is, and what it counted.
    showReview() {
        const { review, state } = this.app.session;
        this.review.textContent = this.running ? "Stop" : ANALYSE;
        this.review.disabled = !state?.plies;
        this.progress.hidden = !this.running;
        this.progress.value = review?.plies ? review.done / review.plies : 0;
        const players = this.app.game().players;
        this.sums.replaceChildren(
            ...(review?.sums ?? []).map(
                (sum, player) => html`
                    <p><b>${players[player]}</b> lost ${percent(sum.loss, 1)} a move:
                    ${sum.inaccuracies} ?! · ${sum.mistakes} ? · ${sum.blunders} ??</p>`,
            ),
        );
    }

    // Where a ply stands in the drawing.
    x(ply) {
        return (ply / Math.max(1, this.app.session.state.plies)) * WIDTH;
    }

    // The curve through what is known, with a dot at each marked move.
    show() {
        const { state } = this.app.session;
        const points = [];
        const now = this.app.chance();
        for (let ply = 0; ply <= state.plies; ply++) {
            const known = state.values[ply]?.score?.chance ?? null;
            const chance = ply === state.ply && now !== null ? now : known;
            if (chance !== null) points.push([this.x(ply), (1 - chance) * HEIGHT, ply]);
        }
        const line = points
            .map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`)
            .join("");
        const area =
            points.length > 1
                ? `${line}L${points.at(-1)[0].toFixed(1)} ${HEIGHT}L${points[0][0].toFixed(1)} ${HEIGHT}z`
                : "";
        const here = this.x(state.ply);
        const marks = points.filter(([, , ply]) => ply && state.history[ply - 1].mark);
        const dot = (x, y, name) => svg`<path d="M${x} ${y}h0" class="dot ${name}"/>`;
        this.drawing.replaceChildren(
            ...svg`
                <path class="area" d=${area}/>
                <path class="half" d="M0 ${HEIGHT / 2}H${WIDTH}"/>
                <path class="curve" d=${line}/>
                ${marks.map(([x, y, ply]) => dot(x, y, markClass(state.history[ply - 1].mark)))}
                ${points.length < 2 ? points.map(([x, y]) => dot(x, y, "")) : null}
                <path class="now" d="M${here} 0V${HEIGHT}"/>`,
        );
        this.review.disabled = !state.plies;
        const middle = state.plies > 3 ? Math.round(state.plies / 2) : "";
        const last = state.plies ? `ply ${state.plies}` : "";
        this.plies.replaceChildren(
            ...["start", middle, last].map((text) => html`<span>${text}</span>`),
        );
    }

        plyAt(event) {
        const box = this.drawing.getBoundingClientRect();
        const share = (event.clientX - box.left) / box.width;
        return Math.round(Math.min(1, Math.max(0, share)) * this.app.session.state.plies);
    }

    click(event) {
        this.app.attempt(() => this.app.controls.jump(this.plyAt(event)));
    }

    hover(event) {
        this.showTip(this.plyAt(event));
    }

    showTip(ply) {
        const { state } = this.app.session;
        const score = state?.values[ply]?.score;
        const move = ply > 0 ? state.history[ply - 1] : null;
        this.tip.textContent =
            ply < 0 || !state
                ? ""
                : `${move ? `${ply}. ${move.move}` : "start"}${score ? `: ${percent(score.chance)}` : ""}`;
    }
}
