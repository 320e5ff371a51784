// Games in and out: pasted, dropped or opened records, files to keep, links to share.
import { html } from "./dom.js";

const LARGEST = 900000;

export class Records {
    constructor(app) {
        this.app = app;
        this.file = html`
            <input type="file" hidden aria-label="A game record"
                @change=${() => this.read(this.file.files[0])}>`;
        document.body.append(this.file);
        document.addEventListener("paste", (event) => this.paste(event));
        document.addEventListener("dragover", (event) => {
            event.preventDefault();
            document.body.classList.add("dropping");
        });
        document.addEventListener("dragleave", (event) => {
            if (!event.relatedTarget) document.body.classList.remove("dropping");
        });
        document.addEventListener("drop", (event) => this.drop(event));
    }

    paste(event) {
        if (event.target.closest?.("input, textarea, dialog")) return;
        const text = event.clipboardData.getData("text").trim();
        if (text) this.app.attempt(() => this.load(text));
    }

    drop(event) {
        event.preventDefault();
        document.body.classList.remove("dropping");
        const file = event.dataTransfer.files[0];
        const text = event.dataTransfer.getData("text").trim();
        if (file) this.read(file);
        else if (text) this.app.attempt(() => this.load(text));
    }

    async read(file) {
        if (!file) return;
        this.file.value = "";
        if (file.size > LARGEST)
            this.app.toast(`${file.name} is too large for a game record`, true);
        else this.app.attempt(async () => this.load(await file.text()));
    }

    // A link of ours, a record in any format the server reads, or a position.
    async load(text) {
        if (/^https?:\/\/\S+#\S*game=/.test(text)) {
            location.hash = new URL(text).hash;
            return;
        }
        const { game, options } = this.request(text);
        await this.create({ game, options, players: ["human", "human"] }, text);
        this.app.toast("Game read");
    }

    // SGF and GGF say which game they are of: by number, or by name.
    request(text) {
        const { game, options } = this.app.session.state;
        const kind = /GM\[([^\]]+)\]/.exec(text)?.[1].toLowerCase();
        const other = [...this.app.games.values()].find(
            (one) => kind && (String(one.sgf) === kind || one.name === kind),
        );
        return !other || other.name === game ? { game, options } : { game: other.name };
    }

    // A session from a request and a text. What is no record may be a position; if it is neither,
    // the first message is the better one.
    async create(request, text) {
        const { session } = this.app;
        try {
            await session.create({ ...request, record: text });
        } catch (error) {
            await session.create({ ...request, position: text }).catch(() => {
                throw error;
            });
        }
    }

    open() {
        this.app.newGame.open(true);
    }

    pickFile() {
        this.file.click();
    }

    async share() {
        try {
            await navigator.clipboard.writeText(location.href);
            this.app.toast("Link copied");
        } catch {
            this.app.toast(location.href);
        }
    }

    save() {
        const link = html`<a href="/api/${this.app.session.path("/record")}" download=""></a>`;
        link.click();
    }
}
