// Whole games between our engines and a client that moves at random and knows the rules by itself:
// every move must be legal, every statement about the game true. Both colours, every protocol.
"use strict";
const assert = require("node:assert");
const { Engine, random } = require("./engine.js");
const { Lines, Othello, Go, letters } = require("./boards.js");

const canopy = process.argv[2];
const pick = random(20);
const choose = (list) => list[pick(list.length)];

function start(game, protocol, agent) {
    return new Engine(canopy, ["engine", ...game.split(" "), "--protocol", protocol, "--agent", agent]);
}

// ---- UGI ----

const games = [
    { game: "tictactoe", board: () => new Lines(3, 3, 3), agent: "pvs:depth=3,hash=1" },
    { game: "connect4", board: () => new Lines(6, 7, 4, { gravity: true }), agent: "pvs:depth=4,hash=1" },
    { game: "gomoku size=9", board: () => new Lines(9, 9, 5), agent: "pvs:depth=2,hash=1" },
    { game: "gomoku size=20 rules=exact", board: () => new Lines(20, 20, 5, { exact: true }), agent: "pvs:depth=2,hash=1" },
    { game: "othello", board: () => new Othello(), agent: "pvs:depth=3,hash=1" },
    { game: "othello", board: () => new Othello(), agent: "mcts:iterations=100" },
    { game: "go", board: () => new Go(5), agent: "mcts:iterations=100" },
    { game: "go size=7", board: () => new Go(7), agent: "random" },
];

// A line of thought must be playable.
function checkLine(board, line) {
    const words = line.split(" ");
    if (words[0] !== "info" || !words.includes("pv")) return;
    const copy = board.copy();
    for (const move of words.slice(words.indexOf("pv") + 1)) {
        assert.ok(copy.moves().includes(move), `${line}: ${move} is not legal`);
        copy.play(move);
    }
}

async function playUgi({ game, board: begin, agent }, colour) {
    const engine = start(game, "ugi", agent);
    await engine.ask("ugi", (line) => line === "ugiok", (line) => assert.match(line, /^(id|option) /));
    const board = begin();
    const moves = [];
    const query = async (what) => (await engine.ask(`query ${what}`, (l) => l.startsWith("response "))).slice(9);
    engine.send("uginewgame");
    for (;;) {
        engine.send(`position startpos${moves.length ? ` moves ${moves.join(" ")}` : ""}`);
        await engine.ask("isready", (line) => line === "readyok", (line) => assert.fail(line));
        const over = board.result();
        assert.equal(await query("p1turn"), `${board.turn === 0}`, moves.join(" "));
        assert.equal(await query("gameover"), `${over !== null}`, moves.join(" "));
        assert.equal(await query("result"), over ?? "none", moves.join(" "));
        if (over) break;
        let move = choose(board.moves());
        if (board.turn === colour) {
            const limit = choose(["go depth 3", "go movetime 10", "go nodes 500", "go p1time 200 p2time 200 p1inc 5 p2inc 5"]);
            const answer = await engine.ask(limit, (l) => l.startsWith("bestmove "), (l) => checkLine(board, l));
            assert.equal(answer.split(" ").length, 2);
            move = answer.split(" ")[1];
            assert.ok(board.moves().includes(move), `${game}: ${move} after ${moves.join(" ")}`);
        }
        board.play(move);
        moves.push(move);
    }
    await engine.end(choose(["quit", ""]));
    return moves.length;
}

// A search that runs answers `isready`, and ends by `stop`, `ponderhit` and `quit` only.
async function interruptUgi() {
    const engine = start("othello", "ugi", "pvs:hash=1");
    const board = new Othello();
    const best = (line) => line.startsWith("bestmove ");
    engine.send("ugi", "position startpos", "go infinite");
    await engine.until((line) => line.startsWith("info depth 4 "));
    await engine.ask("isready", (line) => line === "readyok", (line) => assert.ok(!best(line)));
    assert.ok(board.moves().includes((await engine.ask("stop", best)).split(" ")[1]));
    engine.send("position startpos moves f5 d6", "go ponder movetime 50");
    await engine.until((line) => line.startsWith("info depth 4 "));
    board.play("f5");
    board.play("d6");
    assert.ok(board.moves().includes((await engine.ask("ponderhit", best)).split(" ")[1]));
    // Where all is known at once, the answer still waits to be asked for.
    engine.send("position fen XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXO- X", "go infinite");
    await engine.until((line) => line.startsWith("info "));
    await engine.ask("isready", (line) => line === "readyok", (line) => assert.ok(!best(line)));
    assert.equal(await engine.ask("stop", best), "bestmove h8");
    engine.send("position startpos", "go infinite");
    await engine.until((line) => line.startsWith("info depth 4 "));
    await engine.end("quit");
}

// ---- UCI, as cutechess plays ----

const variants = [
    { game: "tictactoe", variant: "tictactoe", board: () => new Lines(3, 3, 3) },
    { game: "connect4", variant: "cfour", board: () => new Lines(6, 7, 4, { gravity: true }) },
    { game: "gomoku", variant: "gomoku", board: () => new Lines(15, 15, 5, { exact: true }) },
    { game: "gomoku", variant: "gomokufreestyle", board: () => new Lines(15, 15, 5) },
];

function fen(board) {
    const ranks = board.cell.map((row) =>
        row.map((cell) => (cell === null ? "1" : "Pp"[cell])).join("").replace(/1+/g, (run) => run.length));
    const used = [0, 1].map((player) => board.cell.flat().filter((cell) => cell === player).length);
    const all = board.rows * board.columns;
    const hand = "P".repeat(Math.ceil(all / 2) - used[0]) + "p".repeat(Math.floor(all / 2) - used[1]);
    return `${ranks.join("/")}[${hand || "-"}] ${"wb"[board.turn]} - - 0 ${(board.stones >> 1) + 1}`;
}

async function playUci({ game, variant, board: begin }, colour) {
    const engine = start(game, "uci", "pvs:depth=2,hash=1");
    const options = [];
    await engine.ask("uci", (line) => line === "uciok", (line) => options.push(line));
    assert.ok(options.some((line) => line.startsWith("option name UCI_Variant type combo") && line.includes(` var ${variant}`)));
    engine.send(`setoption name UCI_Variant value ${variant}`, "ucinewgame");
    const board = begin();
    let from = "startpos";
    let moves = [];
    while (!board.result()) {
        const drops = board.free().map(([row, column]) => `P@${letters[column]}${board.rows - row}`);
        let drop = choose(drops);
        if (board.turn === colour) {
            engine.send(`position ${from}${moves.length ? ` moves ${moves.join(" ")}` : ""}`);
            await engine.ask("isready", (line) => line === "readyok", (line) => assert.fail(line));
            const answer = await engine.ask("go wtime 200 btime 200 winc 5 binc 5", (l) => l.startsWith("bestmove "));
            drop = answer.split(" ")[1];
            assert.ok(drops.includes(drop), `${variant}: ${drop}`);
        }
        const [row, column] = board.free()[drops.indexOf(drop)];
        board.put(row, column);
        moves.push(drop);
        if (pick(8) === 0) [from, moves] = [`fen ${fen(board)}`, []]; // as a game from an opening
    }
    engine.send(`position ${from}${moves.length ? ` moves ${moves.join(" ")}` : ""}`);
    assert.equal(await engine.ask("go depth 3", (line) => line.startsWith("bestmove ")), "bestmove 0000");
    await engine.end("quit");
}

// ---- Gomocup ----

async function playGomocup(size, rule, colour) {
    const engine = start("gomoku", "gomocup", "pvs:depth=2,hash=1");
    const board = new Lines(size, size, 5, { exact: rule === 1 });
    const quiet = (line) => assert.match(line, /^(MESSAGE|DEBUG) /);
    const order = [];
    const put = (text) => {
        const [column, row] = text.split(",").map(Number);
        assert.equal(board.at(row, column), null, `${text} is taken or off the board`);
        order.push([column, row, board.turn]);
        board.put(row, column);
    };
    assert.match(await engine.ask("ABOUT", () => true), /^name="[^"]+", version="[^"]+"/);
    engine.send(`INFO rule ${rule}`, "INFO timeout_match 100000", "INFO max_memory 83886080", "INFO game_type 1", "INFO folder .", "INFO nonsense 7");
    assert.match(await engine.ask(`START ${size}`, () => true, quiet), /^OK/);
    engine.send("INFO timeout_turn 1000", "INFO time_left 100000");
    const answer = async (...lines) => {
        engine.send(...lines);
        put(await engine.until((line) => /^\d+,\d+$/.test(line), quiet));
    };
    if (colour === 0) await answer("BEGIN");
    while (!board.result()) {
        const [row, column] = choose(board.free());
        put(`${column},${row}`);
        if (board.result()) break;
        if (pick(6) > 0) {
            await answer(`TURN ${column},${row}`);
        } else if (pick(2) > 0) {
            // The whole board anew, in any order.
            engine.send("RESTART");
            assert.match(await engine.until(() => true), /^OK/);
            const stones = order.map(([x, y, who]) => `${x},${y},${who === colour ? 1 : 2}`);
            await answer("BOARD", ...stones.sort(() => pick(3) - 1), "DONE");
        } else {
            // The move, our answer to it, both taken back, and the move again.
            const before = board.copy();
            await answer(`TURN ${column},${row}`);
            const [x, y] = order.pop();
            Object.assign(board, before);
            for (const stone of [`${x},${y}`, `${column},${row}`]) {
                assert.match(await engine.ask(`TAKEBACK ${stone}`, () => true), /^OK/);
            }
            await answer(`TURN ${column},${row}`);
        }
    }
    await engine.end("END");
}

async function interruptGomocup() {
    const engine = start("gomoku", "gomocup", "pvs:hash=1");
    engine.send("START 15", "INFO timeout_turn 600000", "BEGIN");
    await new Promise((resolve) => setTimeout(resolve, 300));
    await engine.end("END");
    assert.deepEqual(engine.lines, ["OK"]);
}

// ---- NBoard ----

async function playNboard(colour) {
    const engine = start("othello", "nboard", "pvs:depth=3,hash=1");
    const board = new Othello();
    let record = "(;GM[Othello]PC[x]PB[a]PW[b]TI[05:00//02:00]TY[8]RE[?]BO[8 ---------------------------O*------*O--------------------------- *]";
    const known = /^(search|book|status|nodestats|set myname) ?/;
    const quiet = (line) => assert.match(line, known);
    engine.send("nboard 2", "set depth 3", "set contempt 0", "set game " + record + ";)");
    while (!board.result()) {
        let move = choose(board.moves());
        if (board.turn === colour) {
            const answer = await engine.ask("go", (line) => line.startsWith("=== "), quiet);
            const [text, value, seconds] = answer.slice(4).split("/");
            assert.ok(!Number.isNaN(Number(value)) && Number(seconds) >= 0, answer);
            move = text === "PA" ? "pass" : text.toLowerCase();
            assert.ok(board.moves().includes(move), answer);
        }
        const name = move === "pass" ? "PA" : move.toUpperCase();
        record += `${"BW"[board.turn]}[${name}//0.1]`;
        board.play(move);
        engine.send(pick(3) > 0 ? `move ${name}//0.1` : `set game ${record};)`);
        const n = pick(1000);
        assert.equal(await engine.ask(`ping ${n}`, (line) => line.startsWith("pong "), quiet), `pong ${n}`);
    }
    assert.equal(await engine.ask("learn", (line) => line.startsWith("learned"), quiet), "learned");
    const analysis = [];
    engine.send("analyze");
    await engine.until((line) => line === "status", (line) => line.startsWith("analysis ") && analysis.push(line));
    const last = (record.match(/\]B\[|\]W\[/g) ?? []).length;
    assert.equal(analysis.length, last + 1);
    assert.equal(analysis[0], `analysis ${last} ${board.margin().toFixed(2)}`);
    await engine.end("quit");
}

// A hint ends with the next line, and nothing of it comes after the answer to that.
async function interruptNboard() {
    const engine = start("othello", "nboard", "pvs:hash=1");
    engine.send("nboard 2", "set depth 60", "hint 3");
    const board = new Othello();
    const seen = new Set();
    await engine.until((line) => line.startsWith("search ") && line.endsWith(" 0 6"), (line) => {
        if (line.startsWith("search ")) seen.add(line.slice(7, 9).toLowerCase());
    });
    assert.equal(seen.size, 3);
    for (const move of seen) assert.ok(board.moves().includes(move), move);
    await engine.ask("ping 5", (line) => line === "pong 5");
    await engine.ask("ping 6", (line) => line === "pong 6", (line) => assert.fail(line));
    engine.send("hint 1");
    await engine.until((line) => line.startsWith("search "));
    await engine.end("quit");
}

// ---- all ----

async function main() {
    let plies = 0;
    for (const game of games) for (const colour of [0, 1]) plies += await playUgi(game, colour);
    console.log(`ugi: ${plies} plies`);
    await interruptUgi();
    for (const variant of variants) for (const colour of [0, 1]) await playUci(variant, colour);
    for (const [size, rule, colour] of [[20, 0, 0], [20, 1, 1], [15, 0, 1], [5, 0, 0]]) await playGomocup(size, rule, colour);
    await interruptGomocup();
    for (const colour of [0, 1]) await playNboard(colour);
    await interruptNboard();
    console.log("all as it should be");
}

main().catch((error) => {
    console.error(error);
    process.exit(1);
});
