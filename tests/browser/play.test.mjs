// Whole games by clicking, and what one does while playing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./harness.mjs";

// The games are those that the server has, the plugin's among them.
test("every game is played to its end by clicking", async () => {
    const names = [];
    await visit("", async (_, page) => {
        names.push(
            ...(await page.locator("#game option").evaluateAll((list) => list.map((o) => o.value))),
        );
    });
    assert.ok(names.length >= 6, names.join());
    await Promise.all(names.map(wholeGame));
});

async function wholeGame(name) {
    await visit(`#game=${name}&players=human~easy`, async (visitor, page) => {
        assert.equal(await page.locator("#game").inputValue(), name);
        let clicks = 0;
        for (;;) {
            const state = await visitor.mine;
            if (state.over) break;
            const cells = state.legal.filter((move) => move.cell !== null);
            const pass = state.legal.find((move) => move.cell === null);
            // A person who has played a while passes where that is possible: two passes end a game.
            if (pass && (!cells.length || clicks > 6))
                await page.getByRole("button", { name: "Pass", exact: true }).click();
            else await visitor.clickMove(cells[(7 * clicks) % cells.length]);
            clicks++;
            await visitor.until(
                (next) => next.ply > state.ply,
                `${name}: an answer to click ${clicks}`,
            );
        }
        const { result, board } = visitor.state;
        assert.ok(clicks >= 2, name);
        const status = (await visitor.status()).toLowerCase();
        assert.ok(status.includes(result.toLowerCase()), `${name}: ${status} has ${result}`);
        const drawn = await page.locator(".layer-pieces > g").count();
        assert.equal(drawn, board.cells.filter((cell) => cell).length, `${name}: pieces drawn`);
    });
}

test("an agent of a plugin plays", async () => {
    await visit("#game=tictactoe&players=human~student:depth=8", async (visitor) => {
        await visitor.mine;
        await visitor.clickCell(0);
        await visitor.until((state) => state.ply === 2, "an answer");
        // Only the middle holds a corner.
        assert.equal(visitor.state.last.cell, 4);
    });
});

test("keys play, take back and play again", async () => {
    await visit("#game=tictactoe&players=human~easy", async (visitor, page) => {
        await visitor.mine;
        await page.locator("svg.board").focus();
        await page.keyboard.press("ArrowUp");
        assert.match(await visitor.status(), /b2: empty, may be played/);
        await page.keyboard.press("Enter");
        await visitor.until((state) => state.ply === 2, "an answer");
        assert.equal(visitor.state.board.cells[4], 1);
        await page.keyboard.press("u");
        await visitor.until((state) => state.ply === 0 && state.plies === 2, "taken back");
        assert.equal(await page.locator(".layer-pieces > g").count(), 0);
        await page.keyboard.press("r");
        await visitor.until((state) => state.ply === 2, "played again");
        // Off the board, the arrows go through the game.
        await page.locator("#status").click();
        await page.keyboard.press("Home");
        await visitor.until((state) => state.ply === 0, "at the start");
        await page.keyboard.press("ArrowRight");
        await visitor.until((state) => state.ply === 1, "one forward");
        // Looking at an earlier move does not make the agent move.
        assert.equal(visitor.state.plies, 2);
    });
});

test("a finger plays", async () => {
    await visit(
        "#game=connect4&players=human~human",
        async (visitor, page) => {
            await visitor.mine;
            // The top of a column stands for its lowest free cell.
            await page.touchscreen.tap(...(await visitor.where(3)));
            const { rows, columns } = visitor.state.board;
            await visitor.until((state) => state.ply === 1, "the move");
            assert.equal(visitor.state.board.cells[(rows - 1) * columns + 3], 1);
        },
        { hasTouch: true },
    );
});

test("pieces in a row that won are marked, and the last move's mark stays", async () => {
    const games = [
        ["tictactoe", "b2_a1_a2_c1_c2", 3],
        ["connect4", "4_4_5_5_6_6_7", 4],
        ["gomoku", "e5_a1_f5_a2_g5_a3_h5_a4_i5", 5],
    ];
    for (const [game, moves, count] of games) {
        const link = `#game=${game}&players=human~human&moves=${moves}`;
        await visit(link, async (visitor, page) => {
            const state = await visitor.until((now) => now.over, "the end");
            assert.equal(await page.locator(".layer-row .won").count(), count);
            assert.equal(state.row.length, count);
            // Whatever is drawn anew, the mark is the one that was there.
            await page.evaluate(() => (document.querySelector(".layer-last .last").dataset.seen = "1"));
            await page.getByText("Analysis", { exact: true }).click();
            await visitor.click("Swap sides (s)");
            await page.waitForTimeout(100);
            assert.equal(await page.locator(".layer-last .last[data-seen]").count(), 1);
            await visitor.click("One back (←)");
            await visitor.until((now) => now.ply === now.plies - 1, "one back");
            assert.equal(await page.locator(".layer-row .won").count(), 0);
            assert.equal(await page.locator(".layer-last .last[data-seen]").count(), 0);
        });
    }
});

test("undo, hint, swap", async () => {
    await visit("#game=othello&players=human~easy", async (visitor, page) => {
        await visitor.mine;
        await visitor.clickCell(visitor.state.legal[0].cell);
        await visitor.until((state) => state.ply === 2, "an answer");
        await visitor.click("Take back (u)");
        await visitor.until((state) => state.ply === 0, "taken back");
        await visitor.click("Hint (h)");
        await page.waitForSelector(".layer-hint .hint");
        await visitor.says(/^Hint: [a-h][1-8] \(/);
        await visitor.click("Swap sides (s)");
        await visitor.until((state) => state.players[0] === "easy", "swapped");
        await visitor.click("Let Black move");
        await visitor.until((state) => state.ply === 1 && state.turn === 1, "the agent's move");
    });
});

test("two agents play, stop and go on", async () => {
    await visit("#game=othello&players=random~random", async (visitor) => {
        await visitor.until((state) => state.ply >= 2, "moves");
        await visitor.click("Pause");
        await visitor.page.getByRole("button", { name: /^Let (Black|White) move$/ }).waitFor();
        const { ply } = await visitor.fresh();
        await visitor.page.waitForTimeout(800);
        assert.equal((await visitor.fresh()).ply, ply);
        await visitor.click(/^Let (Black|White) move$/);
        await visitor.until((state) => state.ply > ply + 1, "more moves");
    });
});

test("a link brings back the game", async () => {
    let link;
    let position;
    await visit(
        "#game=gomoku&o-size=9&players=human~human&moves=e5_e6_d5",
        async (visitor, page) => {
            await visitor.mine;
            assert.equal(visitor.state.ply, 3);
            await visitor.clickCell(visitor.state.legal[0].cell);
            await visitor.until((state) => state.ply === 4, "a move");
            await visitor.click("One back (←)");
            await visitor.until((state) => state.ply === 3, "back");
            await page.waitForFunction(() => location.hash.includes("ply=3"));
            link = await page.evaluate(() => location.hash);
            ({ position } = visitor.state);
        },
    );
    await visit(link, async (visitor) => {
        await visitor.until((state) => state.ply === 3 && state.plies === 4, "the game");
        assert.equal(visitor.state.position, position);
        assert.equal(visitor.state.board.columns, 9);
    });
});

test("a session that the server forgot is made again", async () => {
    await visit(
        "#game=connect4&players=human~human&moves=4_4_3",
        async (visitor, page) => {
            await visitor.mine;
            const { id, position } = visitor.state;
            await page.evaluate((key) => fetch(`/api/sessions/${key}`, { method: "DELETE" }), id);
            await visitor.until((state) => state.id !== id, "another session");
            assert.equal(visitor.state.position, position);
            await visitor.clickCell(0);
            await visitor.until((state) => state.ply === 4, "a move there");
        },
        { allow: /404/ },
    );
});

test("an address typed into the page is followed", async () => {
    await visit("#game=connect4&players=human~human&moves=4_4_3", async (visitor, page) => {
        await visitor.mine;
        await page.evaluate(() => {
            location.hash = "#view=tree&game=tictactoe&players=human~human&moves=b2";
        });
        await visitor.until(
            (state) => state.game === "tictactoe" && state.ply === 1,
            "the other game",
        );
        await page.locator("#tab-tree[aria-selected=true]").waitFor();
        assert.match(await page.evaluate(() => location.hash), /game=tictactoe/);
    });
});

test("a bad link is told and replaced", async () => {
    await visit(
        "#game=othello&moves=a1",
        async (visitor, page) => {
            await page.locator(".toast.bad", { hasText: "a1" }).waitFor();
            assert.equal(visitor.state.ply, 0);
        },
        { allow: /400/ },
    );
});

test("records are pasted, and a new game has options and agents", async () => {
    await visit(
        "#game=othello",
        async (visitor, page) => {
            await visitor.mine;
            await page.evaluate(() => {
                const data = new DataTransfer();
                data.setData("text", "f5d6c3d3c4");
                document.dispatchEvent(
                    new ClipboardEvent("paste", { clipboardData: data, bubbles: true }),
                );
            });
            await visitor.until((state) => state.plies === 5, "the pasted game");
            await page.keyboard.press("n");
            const dialog = page.getByRole("dialog", { name: "New game" });
            await dialog.getByLabel("Game", { exact: true }).selectOption("connect4");
            await dialog.getByLabel(/^width/).fill("9");
            await dialog.getByLabel("Yellow", { exact: true }).selectOption("other");
            const agent = dialog.getByLabel("Yellow: agent");
            await agent.fill("pvs:dept=3");
            await dialog.locator(".says.error", { hasText: "dept" }).waitFor();
            await agent.fill("pvs:depth=3");
            await dialog.locator(".says.error").first().waitFor({ state: "detached" });
            await dialog.getByRole("button", { name: "Start" }).click();
            await visitor.until(
                (state) => state.game === "connect4" && state.board.columns === 9,
                "the new game",
            );
            assert.deepEqual(visitor.state.players, ["human", "pvs:depth=3"]);
            // An agent that plays by options of its own sets them, but for one a person has set.
            await page.keyboard.press("n");
            await dialog.getByLabel("Game", { exact: true }).selectOption("go");
            await dialog.getByLabel(/^kop/).selectOption("positional");
            await dialog.getByLabel("White", { exact: true }).selectOption("other");
            await dialog.getByLabel("White: agent").fill("report-e-go:iterations=10");
            await dialog.getByRole("button", { name: "Start" }).click();
            await visitor.until((state) => state.game === "go", "the game of Go");
            assert.equal(visitor.state.options.scoring, "stones");
            assert.equal(visitor.state.options.ko, "positional");
        },
        { allow: /400/ },
    );
});

const paste = (page, text) =>
    page.evaluate((record) => {
        const data = new DataTransfer();
        data.setData("text", record);
        document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    }, text);

test("a record of another game switches to it, and its players keep their names", async () => {
    await visit("#game=othello", async (visitor, page) => {
        await visitor.mine;
        await paste(page, "(;GM[1]SZ[9]PB[Ada]PW[Charles Babbage];B[ee];W[cc])");
        await visitor.until((state) => state.game === "go" && state.plies === 2, "the game of Go");
        assert.equal(await page.locator("#game").inputValue(), "go");
        assert.equal(visitor.state.board.columns, 9);
        assert.match(await page.locator("#strip-near .who").textContent(), /Ada/);
        assert.match(await page.locator("#strip-far .who").textContent(), /Charles Babbage/);
        const saved = await page.evaluate(
            (id) => fetch(`/api/sessions/${id}/record`).then((answer) => answer.text()),
            visitor.state.id,
        );
        assert.match(saved, /PB\[Ada\]/);
        assert.match(saved, /PW\[Charles Babbage\]/);
    });
});

test("agents are completed", async () => {
    await visit(
        "#game=othello",
        async (_, page) => {
            await page.getByRole("tab", { name: "Workers" }).click();
            const field = page.getByLabel("Agent", { exact: true });
            const offered = () =>
                page
                    .locator("section[aria-label=Workers] datalist option")
                    .evaluateAll((list) => list.map((option) => option.value));
            await field.fill("");
            assert.ok((await offered()).includes("mcts"));
            await field.fill("pvs:depth=4,stra");
            assert.ok((await offered()).includes("pvs:depth=4,strategy="));
            await field.fill("pvs:strategy=");
            assert.ok((await offered()).includes("pvs:strategy=ybw"));
        },
        { allow: /400/ },
    );
});

test("a position is set up", async () => {
    await visit(
        "#game=tictactoe&players=human~human",
        async (visitor, page) => {
            await visitor.mine;
            await page.keyboard.press("e");
            await visitor.clickCell(0);
            await page.getByLabel("O", { exact: true }).check();
            await visitor.clickCell(4);
            await visitor.clickCell(8);
            await page.getByRole("button", { name: "Play from here" }).click();
            await page.locator(".setup .error:not(:empty)").waitFor();
            await visitor.clickCell(8);
            await page.getByLabel("To move", { exact: true }).selectOption({ label: "X to move" });
            await page.getByRole("button", { name: "Play from here" }).click();
            await visitor.until(
                (state) => state.board.cells[4] === 2 && state.board.cells[0] === 1,
                "set up",
            );
            assert.equal(visitor.state.ply, 0);
            await page.waitForFunction(() => location.hash.includes("start="));
        },
        { allow: /400/ },
    );
});
