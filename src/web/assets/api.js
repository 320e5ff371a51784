// Requests to the server that served the page; docs/api.md describes them.

export class ApiError extends Error {
    constructor(message, status) {
        super(message);
        this.status = status;
    }
}

async function request(method, path, body) {
    const options = { method };
    if (body !== undefined) {
        options.headers = { "Content-Type": "application/json" };
        options.body = JSON.stringify(body);
    }
    let response;
    try {
        response = await fetch(`/api/${path}`, options);
    } catch {
        throw new ApiError("the server does not answer", 0);
    }
    const text = await response.text();
    let answer = null;
    try {
        answer = text ? JSON.parse(text) : null;
    } catch {
        throw new ApiError(`not JSON: ${text.slice(0, 80)}`, response.status);
    }
    if (!response.ok) throw new ApiError(answer?.error ?? response.statusText, response.status);
    return answer;
}

const reading = new Set(); // questions that are not answered yet

export function get(path) {
    const answer = request("GET", path);
    reading.add(answer);
    answer.catch(() => {}).finally(() => reading.delete(answer));
    return answer;
}

export const post = (path, body = {}) => request("POST", path, body);

// Also while the page is being left.
export function forget(path) {
    fetch(`/api/${path}`, { method: "DELETE", keepalive: true }).catch(() => {});
}

// Once what was asked of it is answered: a question about what is gone would be an error.
export async function forgetLater(path) {
    await Promise.allSettled(reading);
    forget(path);
}

// Listens to a stream of events; `handlers` take the data of each kind.
export function listen(path, handlers) {
    const source = new EventSource(`/api/${path}`);
    for (const [name, handler] of Object.entries(handlers)) {
        source.addEventListener(name, (event) => {
            // An event named `error` without data is the connection's.
            if (event.data !== undefined) handler(JSON.parse(event.data));
        });
    }
    return source;
}
