// The other views: tree, compare, workers, lab.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./harness.mjs";

test("the tree is grown, looked into, and left again", async () => {
    await visit("#view=tree&game=connect4&players=human~human", async (visitor, page) => {
        await visitor.mine;
        await page.getByLabel("Seconds").fill("0.3");
        await visitor.click("Grow a tree");
        await page.locator(".icicle .node").nth(3).waitFor();
        const child = page.locator(".icicle .node").nth(1);
        await child.hover();
        await page.locator(".layer-line .number").first().waitFor();
        await child.click();
        await page.locator(".crumbs button").nth(1).waitFor();
        await page.locator(".crumbs button").first().click();
        await page.waitForFunction(() => !document.querySelector(".crumbs button"));
    });
});

test("alpha-beta leaves a tree too: what its table knows", async () => {
    await visit("#view=tree&game=othello&players=human~human&moves=f5_d6", async (visitor, page) => {
        await visitor.mine;
        await page.getByLabel("Agent that grows the tree", { exact: true }).fill("pvs:depth=5");
        await page.getByLabel("Seconds").fill("30");
        await visitor.click("Grow a tree");
        await page.locator(".icicle .node").nth(visitor.state.legal.length + 1).waitFor();
        // Rows of the root, its moves, and what the table knows of the answers to them.
        const rows = await page
            .locator(".icicle .node")
            .evaluateAll((nodes) => nodes.map((node) => node.getAttribute("transform").split(" ")[1]));
        assert.ok(new Set(rows).size >= 3, [...new Set(rows)].join());
        await page.locator(".icicle .node").nth(1).click();
        await page.locator(".crumbs button").nth(1).waitFor();
    });
});

test("agents are compared on one position", async () => {
    await visit(
        "#view=compare&game=connect4&players=human~human&moves=4_4_3_3_5",
        async (visitor, page) => {
            await visitor.mine;
            await page.getByLabel("How much").fill("0.2");
            await page.getByRole("button", { name: "Compare", exact: true }).click();
            await page.locator(".verdict", { hasText: /would play/ }).waitFor();
            await page.waitForFunction(
                () => document.querySelectorAll(".card .choice").length === 3,
            );
            await page.getByRole("button", { name: "Compare", exact: true }).waitFor();
            // What each would play stands in its own card.
            const apart = await page.locator(".card").evaluateAll((cards) =>
                cards.filter((card) => {
                    const box = card.getBoundingClientRect();
                    const choice = card.querySelector(".choice").getBoundingClientRect();
                    return choice.top < box.top || choice.bottom > box.bottom;
                }).length,
            );
            assert.equal(apart, 0);
            await page.locator(".layer-line .letter").first().waitFor();
        },
    );
});

test("the timeline of a search is drawn, zoomed and read", async () => {
    await visit("#view=workers&game=othello&players=human~human", async (visitor, page) => {
        await visitor.mine;
        await page.getByLabel("Agent", { exact: true }).fill("pvs:depth=7,strategy=ybw,threads=2");
        await visitor.click("Record a search");
        await page.locator(".figures tbody tr").nth(2).waitFor();
        const canvas = page.locator("canvas.timeline");
        const colours = () =>
            canvas.evaluate((node) => {
                const copy = document.createElement("canvas");
                copy.width = node.width;
                copy.height = node.height;
                const pen = copy.getContext("2d", { willReadFrequently: true });
                pen.drawImage(node, 0, 0);
                const { data } = pen.getImageData(0, 0, node.width, node.height);
                let sum = 0;
                const seen = new Set();
                for (let i = 0; i < data.length; i += 4) {
                    const colour = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
                    seen.add(colour);
                    sum = (sum * 31 + colour) % 1000000007;
                }
                return { kinds: seen.size, sum };
            });
        const whole = await colours();
        assert.ok(whole.kinds > 5, `${whole.kinds} colours`);
        const box = await canvas.boundingBox();
        await page.mouse.move(box.x + box.width / 2, box.y + 50);
        await page.locator(".timeline-tip", { hasText: /s, from/ }).waitFor();
        await page.mouse.wheel(0, -600);
        await page.waitForTimeout(50);
        assert.notEqual((await colours()).sum, whole.sum, "zoomed in");
        await canvas.dblclick();
        // Small tasks: a kind of span that few strategies make.
        const keys = page.locator(".legend .key", { hasText: "small tasks" });
        assert.equal(await keys.count(), 1, "the legend names every kind of span");
        await visitor.click("Take the speed-up apart");
        await page.locator(".equation", { hasText: "search overhead" }).waitFor();
        // Several measurements with an interval, what limited it, and one productivity.
        const words = await page.locator(".limits").textContent();
        assert.match(words, /\d measurements.* the speed-up is \d+\.\d\d to \d+\.\d\d/);
        assert.match(words, /lost to (waiting|additional work|slower nodes)|Next to nothing was lost/);
        assert.equal(await page.locator(".tiles").getByText("productivity").count(), 1);
    });
});

test("a sweep is run, plotted and exported", async () => {
    await visit("#view=lab&game=connect4", async (visitor, page) => {
        await page.getByLabel("Agent", { exact: true }).fill("minimax:depth=4,strategy=top");
        await page.getByLabel("Trials").fill("3");
        await page.getByRole("button", { name: "Run", exact: true }).click();
        await page.locator(".figures tbody tr").nth(1).waitFor();
        await page.locator(".lab a", { hasText: "CSV" }).waitFor();
        assert.ok((await page.locator(".plot .whisker").count()) >= 2);
        await page.locator(".warnings", { hasText: /lost/ }).waitFor();
        const csv = await page
            .locator(".lab a", { hasText: "CSV" })
            .evaluate((link) => fetch(link.href).then((answer) => answer.text()));
        assert.ok(csv.split("\n").length >= 3, csv);
        // A published experiment shows its curve before anything is run.
        await page.locator(".experiments button").nth(1).click();
        await page.locator(".plot .report-dot").nth(1).waitFor();
        await page.getByLabel("Trials").fill("1");
        await page.getByRole("button", { name: "Run", exact: true }).click();
        await page.locator(".lab a", { hasText: "CSV" }).waitFor();
        assert.ok((await page.locator(".figures tbody tr").count()) >= 2);
    });
});

test("a measurement waits for another visitor's, and says so", async () => {
    await visit(
        "#view=lab&game=connect4",
        async (_, page) => {
            const other = await page.evaluate(() =>
                fetch("/api/lab/runs", {
                    method: "POST",
                    headers: { "Content-Type": "application/json" },
                    body: JSON.stringify({
                        game: "connect4",
                        agents: ["minimax:depth=6"],
                        trials: 1000,
                        seconds: 600,
                        session: "another",
                    }),
                }).then((answer) => answer.json()),
            );
            await page.getByLabel("Agent", { exact: true }).fill("minimax:depth=3,strategy=top");
            await page.getByLabel("Trials").fill("2");
            await page.getByRole("button", { name: "Run", exact: true }).click();
            await page.getByText(/another visitor's measurement is under way/).waitFor();
            await page.evaluate(
                (id) =>
                    fetch(`/api/lab/runs/${id}/stop`, {
                        method: "POST",
                        headers: { "Content-Type": "application/json" },
                        body: "{}",
                    }),
                other.id,
            );
            await page.locator(".figures tbody tr").nth(1).waitFor();
        },
        { allow: /409/ },
    );
});

test("an agent is checked for the game that is chosen beside it", async () => {
    await visit(
        "#view=lab&game=connect4",
        async (_, page) => {
            const panel = page.getByRole("region", { name: "Experiment", exact: true });
            const error = panel.locator(".says.error");
            await panel.getByLabel("Agent", { exact: true }).fill("minimax:depth=1,eval=classic-d");
            await error.filter({ hasText: "classic-d" }).waitFor();
            await panel.getByLabel("Game", { exact: true }).selectOption("gomoku");
            await error.waitFor({ state: "detached" });
        },
        { allow: /400/ },
    );
});

test("the timeline knows every kind of span, small tasks too", async () => {
    await visit("#view=workers&game=gomoku&players=human~human", async (visitor, page) => {
        await visitor.mine;
        await page
            .getByLabel("Agent", { exact: true })
            .fill("minimax:depth=2,eval=classic-d,strategy=heuristic,threads=2");
        await visitor.click("Record a search");
        await page.locator(".figures tbody tr").nth(2).waitFor();
        const box = await page.locator("canvas.timeline").boundingBox();
        await page.mouse.move(box.x + box.width / 2, box.y + 50);
        await page.locator(".timeline-tip", { hasText: /s, from/ }).waitFor();
    });
});
