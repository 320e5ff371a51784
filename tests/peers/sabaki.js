// Sabaki's own client as Sabaki uses it: a burst of questions at the start, positions brought in
// step, analyses that end with the next command, and a goodbye in the middle of a search.
const assert = require("node:assert");
const { Controller, ControllerStateTracker } = require("@sabaki/gtp");

const canopy = process.argv[2];
const watchdog = setTimeout(() => {
    console.error("no answer within 60 s");
    process.exit(1);
}, 60000);

function start(game, ...flags) {
    const engine = new Controller(canopy, ["engine", ...game.split(" "), ...flags]);
    engine.start();
    engine.send = async (line, subscriber) => {
        const [name, ...args] = line.split(" ");
        const response = await engine.sendCommand({ name, args }, subscriber);
        return response;
    };
    engine.ask = async (line) => {
        const response = await engine.send(line);
        assert.ok(!response.error, `${line}: ${response.content}`);
        return response.content;
    };
    // Sends quit; the engine must go by itself, and in peace.
    engine.end = () =>
        new Promise((resolve, reject) => {
            engine.once("stopped", ({ signal }) =>
                signal === 0 ? resolve() : reject(new Error(`the engine ended with ${signal}`)),
            );
            engine.stop(10000);
        });
    return engine;
}

async function greetings() {
    const engine = start("go");
    const answers = await Promise.all(
        ["name", "version", "protocol_version", "list_commands"].map((line) => engine.ask(line)),
    );
    assert.equal(answers[0], "Canopy");
    assert.equal(answers[2], "2");
    const commands = answers[3].split("\n");
    for (const name of ["play", "genmove", "undo", "set_free_handicap", "kata-analyze"]) {
        assert.ok(commands.includes(name), name);
    }
    const unknown = await engine.send("no_such_command");
    assert.ok(unknown.error && unknown.content === "unknown command");
    await engine.end();
}

// The tracker plays, takes back, resizes and sets komi as the board on the screen changes.
async function positions() {
    const engine = start("go", "--agent", "random");
    const tracker = new ControllerStateTracker(engine);
    const play = (...moves) =>
        moves.map((vertex, i) => ({ name: "play", args: [i % 2 ? "W" : "B", vertex] }));
    const states = [
        { komi: 6.5, boardsize: [9, 9], history: play("E5", "C3", "G7") },
        { komi: 6.5, boardsize: [9, 9], history: play("E5", "D4") },
        { komi: 0.5, boardsize: [13, 13], history: play("K10", "D4", "pass", "K4") },
        {
            komi: 0.5,
            boardsize: [9, 9],
            history: [
                { name: "set_free_handicap", args: ["C3", "G7"] },
                { name: "play", args: ["W", "E5"] },
            ],
        },
    ];
    const boards = [
        { black: ["E5", "G7"], white: ["C3"] },
        { black: ["E5"], white: ["D4"] },
        { black: ["K10"], white: ["D4", "K4"] },
        { black: ["C3", "G7"], white: ["E5"] },
    ];
    for (let i = 0; i < states.length; i++) {
        await tracker.sync(states[i]);
        const found = { X: [], O: [] };
        const rows = (await engine.ask("showboard")).split("\n");
        for (const row of rows) {
            const match = row.match(/^ *(\d+) ((?:[.XO] )+)\1$/);
            if (!match) continue;
            match[2].split(" ").forEach((cell, column) => {
                if (found[cell]) found[cell].push("ABCDEFGHJKLMNOPQRST"[column] + match[1]);
            });
        }
        assert.deepEqual(found.X.sort(), boards[i].black.sort());
        assert.deepEqual(found.O.sort(), boards[i].white.sort());
        assert.equal(Number(await engine.ask("get_komi")), states[i].komi);
    }
    await engine.end();
}

const number = String.raw`-?\d+(?:\.\d+)?`;
const kata = new RegExp(
    `^info move \\S+ visits \\d+ utility ${number} winrate ${number} prior ${number} ` +
        `lcb ${number} order 0 pv \\S+`,
);
const leela = /^info move \S+ visits \d+ winrate \d+ prior \d+ lcb -?\d+ order 0 pv \S+/;

// An analysis goes on for ever, until the next command, which is then answered.
async function streams(game, agent) {
    const engine = start(game, "--agent", agent);
    for (const [line, form] of [
        ["kata-analyze B interval 10 rootInfo true", kata],
        ["lz-analyze 10", leela],
    ]) {
        let lines = 0;
        let next;
        const response = await engine.send(line, ({ line: text }) => {
            if (!text.startsWith("info ")) return;
            assert.match(text, form);
            if (++lines === 2) next = engine.ask("name");
        });
        assert.ok(!response.error && lines >= 2);
        assert.equal(await next, "Canopy");
    }
    let played;
    await engine.send("kata-genmove_analyze B interval 5", ({ line }) => {
        const match = line.match(/^play (\S+)$/);
        if (match) played = match[1];
    });
    assert.ok(played && !(await engine.send(`play B ${played}`)).content.includes("unknown"));
    await engine.end();
}

// Whoever leaves in the middle of a search is let go.
async function goodbye() {
    const engine = start("go size=9", "--agent", "mcts:time=1000");
    const thinking = engine.send("genmove B");
    await engine.end();
    assert.ok(!(await thinking).error);
}

async function main() {
    await greetings();
    await positions();
    await streams("go size=9", "mcts:memory=64");
    await goodbye();
    clearTimeout(watchdog);
}

main().catch((error) => {
    console.error(error);
    process.exit(1);
});
