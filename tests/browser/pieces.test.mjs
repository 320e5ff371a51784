// Games whose pieces move: picked and put, dragged, chosen among moves with the same two cells.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./harness.mjs";

const HUMANS = "players=human~human";
// The black man on d2 can take two pieces on the way to d6, to the left or to the right.
const TWO_WAYS = "......../......../......../..w.w.../......../..w.w.../...b..../........ b";
const KING = "......../......../......../......../...b..../......../.......W/........ w";

const cellOf = (name, rows) => (rows - Number(name[1])) * rows + name.charCodeAt(0) - 97;

const dots = (page) => page.locator(".layer-legal .may").count();

test("a piece is picked, its targets are shown, and it goes where one clicks", async () => {
    await visit(`#game=breakthrough&${HUMANS}`, async (visitor, page) => {
        await visitor.mine;
        assert.equal(await dots(page), 0);
        await visitor.clickCell(cellOf("d2", 8));
        assert.equal(await page.locator(".selected").count(), 1);
        assert.equal(await dots(page), 3);
        // Another piece instead; the same one again puts it down.
        await visitor.clickCell(cellOf("a2", 8));
        assert.equal(await dots(page), 2);
        await visitor.clickCell(cellOf("a2", 8));
        assert.equal(await dots(page), 0);
        await visitor.clickCell(cellOf("d2", 8));
        await visitor.clickCell(cellOf("e3", 8));
        await visitor.until((state) => state.ply === 1, "the move");
        assert.equal(visitor.state.last.move, "d2-e3");
        assert.equal(visitor.state.last.from, cellOf("d2", 8));
        assert.equal(await page.locator(".layer-pieces > g").count(), 32);
        // The other side's men stay where they are.
        await visitor.clickCell(cellOf("c2", 8));
        assert.equal(await page.locator(".selected").count(), 0);
    });
});

test("a piece is dragged; dropped elsewhere it goes back", async () => {
    await visit(`#game=breakthrough&o-size=6&${HUMANS}`, async (visitor, page) => {
        await visitor.mine;
        const drag = async (from, to) => {
            await page.mouse.move(...(await visitor.where(cellOf(from, 6))));
            await page.mouse.down();
            await page.mouse.move(...(await visitor.where(cellOf(to, 6))), { steps: 4 });
            await page.mouse.up();
        };
        await drag("b2", "b4");
        assert.equal(await page.locator(".selected").count(), 0);
        assert.equal(await page.locator(".piece[transform]").count(), 0);
        await drag("b2", "c3");
        await visitor.until((state) => state.ply === 1, "the move");
        assert.equal(visitor.state.last.move, "b2-c3");
        await drag("d5", "d4");
        await visitor.until((state) => state.ply === 2, "the answer");
        await drag("c3", "d4");
        await visitor.until((state) => state.ply === 3, "taken");
        assert.equal(visitor.state.last.move, "c3xd4");
        assert.equal(await page.locator(".layer-pieces > g").count(), 23);
    });
});

test("of several moves between two cells one is chosen by name", async () => {
    const start = new URLSearchParams({ start: TWO_WAYS });
    await visit(`#game=draughts&${HUMANS}&${start}`, async (visitor, page) => {
        await visitor.mine;
        await visitor.clickCell(cellOf("d2", 8));
        await visitor.clickCell(cellOf("d6", 8));
        const names = await page.getByRole("menuitem").allTextContents();
        assert.deepEqual(names.sort(), ["d2xb4xd6", "d2xf4xd6"]);
        await page.getByRole("menuitem", { name: "d2xf4xd6" }).click();
        await visitor.until((state) => state.ply === 1, "the move");
        assert.equal(visitor.state.last.move, "d2xf4xd6");
        assert.equal(await page.getByRole("menuitem").count(), 0);
        const { cells } = visitor.state.board;
        assert.equal(cells[cellOf("c3", 8)], 2);
        assert.equal(cells[cellOf("e3", 8)], 0);
    });
});

test("kings have their sign, keys move them, the editor paints them", async () => {
    const start = new URLSearchParams({ start: KING });
    await visit(`#game=draughts&${HUMANS}&${start}`, async (visitor, page) => {
        await visitor.mine;
        assert.equal(await page.locator(".layer-pieces .sign").count(), 1);
        // The cursor begins in the middle, on e4.
        await page.locator("svg.board").focus();
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowLeft");
        assert.match(await visitor.status(), /d4: Black man/);
        for (const key of [...Array(4).fill("ArrowRight"), "ArrowDown", "ArrowDown"])
            await page.keyboard.press(key);
        assert.match(await visitor.status(), /h2: White king, may be moved/);
        await page.keyboard.press("Enter");
        assert.equal(await dots(page), 2);
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowLeft");
        assert.match(await visitor.status(), /g3: empty, may be played/);
        await page.keyboard.press("Enter");
        await visitor.until((state) => state.ply === 1, "the move");
        assert.equal(visitor.state.last.move, "h2-g3");
        await page.getByRole("button", { name: /Set up/ }).first().click();
        await page.getByLabel("Black king").check();
        await visitor.clickCell(cellOf("a1", 8));
        await page.getByRole("button", { name: "Play from here" }).click();
        await visitor.until((state) => state.ply === 0, "set up");
        assert.equal(visitor.state.board.cells[cellOf("a1", 8)], 3);
        assert.equal(await page.locator(".layer-pieces .sign").count(), 2);
    });
});
