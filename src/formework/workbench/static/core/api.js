// Requests to the server of this book. A refusal becomes a `Refusal` that carries the answer.

export class Refusal extends Error {
  constructor(status, answer) {
    super(answer.error || `The server answered ${status}.`);
    this.status = status;
    this.answer = answer;
    this.hint = answer.hint || "";
  }
}

export const get = (path) => send("GET", path);

// `last` is the number of the last decision this tab knows: the server refuses a stale one.
export function post(path, body, last) {
  const headers = { "Content-Type": "application/json" };
  if (last !== undefined) headers["If-Match"] = `"${last}"`;
  return send("POST", path, { headers, body: JSON.stringify(body) });
}

async function send(method, path, options = {}) {
  let response;
  try {
    response = await fetch(path, { method, ...options });
  } catch {
    throw new Refusal(0, {
      error: "The workbench's server does not answer.",
      hint: "Run formework open again in the terminal; saved decisions are in decisions.jsonl.",
    });
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, answer);
  return answer;
}

export const pageAddress = (page) => `/pages/${encodeURIComponent(page.signature || page.row)}`;
export const pairAddress = (one, other) =>
  `/pair/${encodeURIComponent(one)}/${encodeURIComponent(other)}`;
