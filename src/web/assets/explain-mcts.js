// Monte Carlo tree search step by step: selection with its terms, expansion, playout, backing up.
import { html } from "./dom.js";
import { Drawing } from "./explain-drawing.js";
import { percent } from "./scale.js";

const SHOWN = 9; // rows of the table of a choice

export class Walks extends Drawing {
    constructor(app, data) {
        super(app, data);
        this.replay();
        this.arrange(this.nodes.filter((node) => !node.up || this.final.has(node.id)));
        this.table = html`<tbody></tbody>`;
        const head = ["move", "visits", "mean", "exploration", "sum"];
        this.draw(html`
            <table class="terms number">
                <caption>The children of the node where the walk is</caption>
                <thead><tr>${head.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>
                ${this.table}
            </table>`);
    }

    get steps() {
        return this.events.length;
    }

    // Walks down and results that come back, in the order they happened: walks of several workers
    // overlap.
    moments() {
        return this.data.iterations
            .flatMap((walk, i) => [
                { walk, iteration: i + 1, step: walk.select, down: true },
                { walk, iteration: i + 1, step: walk.back_up, down: false },
            ])
            .sort((a, b) => a.step - b.step);
    }

    // Steps with what the tree is at each: visits and rewards by node, who went there last, and the
    // paths of walks under way by worker.
    replay() {
        this.events = [];
        const [visits, rewards, owners, paths] = [new Map(), new Map(), new Map(), new Map()];
        let choice; // the last, which stays in view
        for (const { walk, iteration, down } of this.moments()) {
            const worker = walk.worker ?? 0;
            const push = (kind) =>
                this.events.push({
                    kind,
                    walk,
                    iteration,
                    choice,
                    path: [...paths.get(worker)],
                    visits: new Map(visits),
                    rewards: new Map(rewards),
                    owners: new Map(owners),
                    paths: new Map(paths),
                });
            if (down) {
                paths.set(worker, [walk.choices[0]?.node ?? walk.end]);
                walk.choices.forEach((next, k) => {
                    choice = next;
                    if (walk.grown && k === walk.choices.length - 1) push("expand");
                    push("select");
                    paths.set(worker, [...paths.get(worker), choice.first + choice.chosen]);
                });
                push("playout");
                continue;
            }
            choice = walk.choices.at(-1) ?? choice;
            const weight = Math.max(1, walk.playouts);
            for (const id of paths.get(worker)) {
                visits.set(id, (visits.get(id) ?? 0) + weight);
                rewards.set(id, (rewards.get(id) ?? 0) + walk.reward * weight);
                if (!owners.has(id)) owners.set(id, worker);
            }
            push("back up");
            paths.delete(worker);
        }
        this.final = visits;
    }

    classOf(node) {
        return node.ply % 2 ? "min" : "max";
    }

    nameOf(node) {
        if (node.up) return node.move;
        return this.nodes[1]?.up ? "root" : `tree ${node.id}`;
    }

    show(step, practice) {
        const event = this.events[step];
        const on = new Set(event.path);
        for (const node of this.drawn) {
            const visits = event.visits.get(node.id) ?? 0;
            const under = [...event.paths.values()].some((path) => path.includes(node.id));
            const seen = visits > 0 || under || !node.up;
            node.shape.toggleAttribute("hidden", !seen);
            node.edge?.toggleAttribute("hidden", !seen);
            node.shape.classList.toggle("path", on.has(node.id));
            node.shape.classList.toggle("current", event.path.at(-1) === node.id);
            this.colour(node.shape, event.owners.get(node.id));
            node.label.textContent = visits
                ? `${visits} · ${percent(event.rewards.get(node.id) / visits)}`
                : "";
        }
        this.mark([...event.paths].map(([who, path]) => [who, path.map((id) => this.nodes[id])]));
        this.fillTable(event, practice);
        this.facts.textContent = `iteration ${event.iteration} of ${this.data.iterations.length} · ${event.kind}`;
        const { walk, kind } = event;
        this.follow(this.nodes[event.path.at(-1)], kind === "back up" ? walk.to : walk.from);
    }

    // The greatest sums first.
    ranked(choice) {
        const rows = choice.children.map(([visits, mean, explore, total, outcome], i) => ({
            move: this.nodes[choice.first + i].move,
            visits,
            mean,
            explore,
            total: total ?? (outcome ? (mean > 0.5 ? Infinity : -Infinity) : Infinity),
            outcome,
            chosen: i === choice.chosen,
        }));
        return rows.sort((a, b) => b.chosen - a.chosen || b.total - a.total);
    }

    fillTable(event, practice) {
        if (!event.choice) {
            this.table.replaceChildren();
            return;
        }
        const rows = this.ranked(event.choice);
        const number = (value) => (value === null ? "" : value.toFixed(3));
        const hide = practice && event.kind === "select";
        if (hide) rows.sort((a, b) => a.move.localeCompare(b.move, "en", { numeric: true }));
        const sum = ({ total, outcome }) => {
            if (hide) return "?";
            return Number.isFinite(total) ? number(total) : outcome ? "" : "first";
        };
        this.table.replaceChildren(
            ...rows.slice(0, SHOWN).map(
                (row) => html`
                    <tr class=${row.chosen && !hide ? "chosen" : null}>
                        <th scope="row">${row.move}</th>
                        <td>${row.visits}</td>
                        <td>${row.visits || row.outcome ? number(row.mean) : ""}</td>
                        <td>${row.outcome ? "proven" : number(row.explore)}</td>
                        <td>${sum(row)}</td>
                    </tr>`,
            ),
        );
        if (rows.length > SHOWN) {
            const more = `… and ${rows.length - SHOWN} more`;
            this.table.append(html`<tr><td colspan="5" class="muted">${more}</td></tr>`);
        }
    }

        words(step) {
        const { kind, choice, walk, path } = this.events[step];
        const at = this.placeName(path.at(-1));
        const who = this.several ? `Worker ${walk.worker}: ` : "";
        return who + this.sentence(kind, choice, walk, path, at);
    }

    placeName(id) {
        const node = this.nodes[id];
        return node.up ? node.move : this.nameOf(node) === "root" ? "the root" : this.nameOf(node);
    }

    sentence(kind, choice, walk, path, at) {
        if (kind === "expand") return `Expand ${at}: it gets ${choice.children.length} children.`;
        if (kind === "select") {
            const best = this.ranked(choice)[0];
            const sum = Number.isFinite(best.total)
                ? `mean ${best.mean.toFixed(3)} + exploration ${best.explore.toFixed(3)} is the greatest sum`
                : best.outcome
                  ? "it is proven to win"
                  : "what was never tried goes first";
            return `Select at ${at}: ${choice.side} takes ${best.move}; ${sum}.`;
        }
        const who = this.data.maximiser;
        if (kind === "playout") {
            return walk.exact
                ? `The result of ${at} is known: ${percent(walk.reward)} for ${who}.`
                : `A random game from ${at}: ${percent(walk.reward)} for ${who}.`;
        }
        return `Back up: the result is added to ${path.length} nodes, from ${at} to the root.`;
    }

    // Which child next?
    question(step) {
        const { kind, choice, path } = this.events[step];
        if (kind !== "select" || this.several) return null;
        const rows = this.ranked(choice);
        const best = rows[0];
        const same = rows.filter((row) => row.total === best.total).map((row) => row.move);
        return {
            text: `The walk is at ${this.placeName(path.at(-1))}. Which child does UCT take next?`,
            choices: rows
                .slice(0, SHOWN)
                .map((row) => row.move)
                .sort((a, b) => a.localeCompare(b, "en", { numeric: true })),
            right: (move) => same.includes(move),
            why: this.words(step),
        };
    }
}
