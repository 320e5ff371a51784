// Replays games of a match with the rules of somebody else.
//
//     node check.js GAME GAMES.json REPLAYED.json
//
// GAMES is what `canopy results --export json` writes, REPLAYED what `canopy replay --json` makes of
// the same games: a line each. The two libraries must agree, at every ply, on whose turn it is, on
// the legal moves (all of them where the library lists them, else the one played) and on whether the
// game is over; at the end on the result.
import fs from 'node:fs';

const [name, gamesFile, replayedFile] = process.argv.slice(2);
const { default: Rules } = await import(`./${name}.js`);

function lines(file) {
    return fs.readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

function check(game, replayed) {
    const options = Object.fromEntries(game.options.split(',').filter(Boolean).map((o) => o.split('=')));
    const rules = new Rules(options);
    const { plies } = replayed;
    if (plies.length !== game.moves.length) throw new Error('not the same game');
    plies.forEach((ply, i) => {
        const at = `ply ${i + 1}`;
        if (rules.over()) throw new Error(`${at}: the game should be over`);
        if (rules.turn() !== ply.player) throw new Error(`${at}: it is not player ${ply.player}'s turn`);
        if (ply.move !== game.moves[i]) throw new Error(`${at}: not the same move`);
        if (rules.legal) {
            const ours = [...ply.legal].sort().join(' ');
            const theirs = rules.legal().sort().join(' ');
            if (ours !== theirs) throw new Error(`${at}: legal are ${theirs}; we say ${ours}`);
        } else if (!rules.allows(ply.move)) {
            throw new Error(`${at}: ${ply.move} is not legal`);
        }
        rules.play(ply.move);
    });
    if (game.ending !== 'board') throw new Error(`ended by ${game.ending}`);
    if (!rules.over()) throw new Error('the game should not be over');
    const result = { '1-0': 0, '0-1': 1, '1/2': 'draw' }[game.result];
    if (rules.result() !== result) throw new Error(`the result is ${rules.result()}; we say ${result}`);
    return plies.length;
}

const games = lines(gamesFile);
const replayed = lines(replayedFile);
if (games.length === 0 || games.length !== replayed.length) {
    console.log(`${games.length} games, ${replayed.length} replayed`);
    process.exit(1);
}
let plies = 0;
let wrong = 0;
games.forEach((game, i) => {
    try {
        plies += check(game, replayed[i]);
    } catch (error) {
        wrong++;
        if (wrong <= 5) console.log(`game ${game.number}: ${error.message}\n  ${game.moves.join(' ')}`);
    }
});
console.log(`${name}: ${games.length} games, ${plies} plies, ${wrong} disagreements`);
process.exit(wrong ? 1 : 0);
