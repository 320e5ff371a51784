// What limited a parallel search, in words. A speed-up is workers × productivity / overhead / slow-down.
import { percent } from "./scale.js";

const BUSY = 0.8; // below, threads lacked a core

export function limitWords({ productivity, overhead, slowdown }) {
    const losses = [
        [
            -Math.log(productivity),
            `Most was lost to waiting: the threads searched ${percent(productivity)} of the time.`,
        ],
        [
            Math.log(overhead),
            `Most was lost to additional work: together they looked at ${percent(overhead - 1)} more nodes than one thread.`,
        ],
        [
            Math.log(slowdown),
            `Most was lost to slower nodes: with all threads at once a node took ${percent(slowdown - 1)} longer, as they share memory and caches.`,
        ],
    ].filter(([loss]) => Number.isFinite(loss));
    const [most, words] = losses.sort((a, b) => b[0] - a[0])[0] ?? [0, ""];
    return most < Math.log(1.03) ? "Next to nothing was lost." : words;
}

export function busyWords(share) {
    return share < BUSY
        ? `The machine was busy: a thread had a core for only ${percent(share)} of its time. Measure again when it is not.`
        : "";
}
