/** Where a bridge sends the messages, and how it gets them. */
export interface McpBridgeOptions {
  /** `{base}/mcp` or `{base}/mcp/{toolsetId}`. */
  url: string;
  /**
   * Returns the credential's headers. After a 401 it gets those that were refused; when it returns others, the message is sent
   * once more.
   */
  authorize(refused: Record<string, string> | null): Promise<Record<string, string>> | Record<string, string>;
  /** The client's messages: a line of JSON each, see `readLines`. */
  lines: AsyncIterable<string>;
  /** Takes a message for the client: one line of JSON, without its end. */
  write(line: string): void;
  fetch?: typeof globalThis.fetch | undefined;
}

interface Message {
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: { protocolVersion?: unknown };
  error?: unknown;
}

const versionMember = "io.modelcontextprotocol/protocolVersion";

/**
 * Connects a client that speaks MCP over lines, as the stdio transport has them, to a Bowline, which speaks it over HTTP. Ends
 * when the lines end and everything was responded to.
 */
export async function runMcpBridge(options: McpBridgeOptions): Promise<void> {
  const bridge = new McpBridge(options);
  const running = new Set<Promise<void>>();
  for await (const line of options.lines) {
    if (line.trim() === "") {
      continue;
    }
    const messages = parse(line);
    const sending = bridge.send(line, messages).finally(() => running.delete(sending));
    running.add(sending);
    // What follows needs the revision that this one agrees on.
    if (messages.some(({ method }) => method === "initialize")) {
      await sending;
    }
  }
  await Promise.all(running);
}

/** Splits a stream into lines at line feeds only. Node's `readline` also splits at U+2028, which a text in JSON may contain. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const chunk of chunks) {
    const [first = "", ...others] = decoder.decode(chunk, { stream: true }).split("\n");
    parts.push(first);
    for (const other of others) {
      yield parts.join("");
      parts = [other];
    }
  }
  yield parts.join("");
}

class McpBridge {
  readonly #options: McpBridgeOptions;
  /** The requests that have no response yet, with what ends each. */
  readonly #open = new Map<Message, AbortController>();
  #version: string | null = null;
  #sessionId: string | null = null;

  constructor(options: McpBridgeOptions) {
    this.#options = options;
  }

  /** @param messages what the line holds: one message, or those of a batch */
  async send(line: string, messages: readonly Message[]): Promise<void> {
    const ending = new AbortController();
    for (const request of messages.filter(isRequest)) {
      this.#open.set(request, ending);
    }
    const only = messages.length === 1 ? messages[0] : undefined;
    if (only?.method === "notifications/cancelled" && this.#cancel(only.params?.requestId)) {
      return;
    }
    let credential: Record<string, string>;
    try {
      credential = await this.#options.authorize(null);
    } catch (error) {
      this.#fail(messages, error instanceof Error ? error.message : "There is no credential.");
      return;
    }
    // The error of such a header would repeat it.
    if (Object.values(credential).some((text) => !/^[\x20-\x7e]*$/.test(text.trim()))) {
      this.#fail(messages, "The API key contains a character that no key has, such as a line break.");
      return;
    }
    try {
      const post = (headers: Record<string, string>) => this.#post(line, only, headers, ending.signal);
      let response = await post(credential);
      if (response.status === 401) {
        const other = await this.#options.authorize(credential);
        if (JSON.stringify(other) !== JSON.stringify(credential)) {
          await response.body?.cancel();
          response = await post(other);
        }
      }
      this.#sessionId = response.headers.get("mcp-session-id") ?? this.#sessionId;
      await this.#readResponse(response, messages).catch(() =>
        this.#fail(messages, `The response of ${this.#options.url} broke off. The call may have run.`),
      );
      // Says nothing when the response came.
      this.#fail(
        messages,
        `${this.#options.url} did not return an MCP response (${response.status}). Check the address.`,
      );
    } catch (error) {
      this.#fail(messages, error instanceof Error ? error.message : "There is no response.");
    }
  }

  /**
   * Cancels a request, which then gets no response.
   *
   * @returns whether that is done: since revision 2026-07-28 the end of the request says it over HTTP. Before, the notification does.
   */
  #cancel(requestId: unknown): boolean {
    const [message, ending] = [...this.#open].find(([{ id }]) => id === requestId) ?? [];
    if (message === undefined) {
      return false;
    }
    this.#open.delete(message);
    if (readOwnVersion(message) === null) {
      return false;
    }
    ending?.abort();
    return true;
  }

  async #post(
    line: string,
    message: Message | undefined,
    credential: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response> {
    const { url, fetch = globalThis.fetch } = this.#options;
    try {
      return await fetch(url, {
        method: "POST",
        headers: { ...this.#writeHeaders(message), ...credential },
        body: line,
        redirect: "error",
        signal,
      });
    } catch (error) {
      const { code = "no response" } = Object(Object(error).cause);
      throw new Error(
        `Bowline cannot be reached at ${url} (${code}). Is the server running, and is the address right?`,
      );
    }
  }

  #writeHeaders(message: Message | undefined): Record<string, string> {
    const own = readOwnVersion(message);
    const version = own ?? this.#version;
    const target = message?.params?.name ?? message?.params?.uri;
    return {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(version !== null && { "mcp-protocol-version": version }),
      ...(this.#sessionId !== null && { "mcp-session-id": this.#sessionId }),
      // Revision 2026-07-28 wants the method and the target in headers too.
      ...(own !== null && message?.method !== undefined && { "mcp-method": message.method }),
      ...(own !== null && typeof target === "string" && { "mcp-name": writeHeaderText(target) }),
    };
  }

  async #readResponse(response: Response, messages: readonly Message[]): Promise<void> {
    if (response.headers.get("content-type")?.includes("text/event-stream") === true) {
      await this.#readEvents(response, messages);
      return;
    }
    const text = await response.text();
    const received = parse(text);
    const [first = {}] = received;
    if ("jsonrpc" in first) {
      this.#receive(text, received, messages);
    } else if (!response.ok) {
      const reason = "message" in first ? String(first.message) : response.statusText;
      this.#fail(messages, `Bowline refused the request (${response.status}): ${reason}`);
    }
  }

  async #readEvents(response: Response, messages: readonly Message[]): Promise<void> {
    if (response.body === null) {
      return;
    }
    let data: string[] = [];
    for await (const ended of readLines(response.body)) {
      const line = ended.endsWith("\r") ? ended.slice(0, -1) : ended;
      if (line.startsWith("data:")) {
        data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
      } else if (line === "") {
        const text = data.join("\n");
        const received = parse(text);
        if (received.length > 0) {
          this.#receive(text, received, messages);
        }
        data = [];
      }
    }
  }

  /** Passes a message on as it came: written anew, a large integer would be another one. */
  #receive(text: string, received: readonly Message[], messages: readonly Message[]): void {
    for (const response of received.filter(({ method }) => method === undefined)) {
      const request = messages.find(({ id }) => id === response.id);
      const version = response.result?.protocolVersion;
      if (request?.method === "initialize" && typeof version === "string") {
        this.#version = version;
      }
      // A refusal from before the body was read names no request, and a client finds its request by the id.
      if ((response.id ?? null) === null && this.#refuse(messages, response.error)) {
        return;
      }
      if (request !== undefined) {
        this.#open.delete(request);
      }
    }
    this.#options.write(text.replace(/[\r\n]+/g, " "));
  }

  #fail(messages: readonly Message[], text: string): void {
    this.#refuse(messages, { code: -32000, message: text });
  }

  /** A request gets exactly one response; a notification has none. @returns whether a request got one now */
  #refuse(messages: readonly Message[], error: unknown): boolean {
    const open = messages.filter((message) => this.#open.delete(message));
    for (const { id } of open) {
      this.#options.write(JSON.stringify({ jsonrpc: "2.0", id, error }));
    }
    return open.length > 0;
  }
}

/** The revision that a message itself names, as each does since 2026-07-28. */
function readOwnVersion(message: Message | undefined): string | null {
  const meta = message?.params?._meta as Record<string, unknown> | undefined;
  const version = meta?.[versionMember];
  return typeof version === "string" ? version : null;
}

/**
 * Writes a text as the value of a header: in base64 where a header does not take it as it is (revision 2026-07-28, Streamable HTTP). A
 * model may call a tool by any name, and the server then says which there are.
 */
function writeHeaderText(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte));
  return isPlain ? text : `=?base64?${btoa(bytes.join(""))}?=`;
}

const isRequest = ({ id, method }: Message): boolean =>
  id !== undefined && id !== null && method !== undefined;

/** Lists the messages of a line or a response: one, or those of a batch (revision 2025-03-26). None: it is not JSON. */
function parse(text: string): Message[] {
  try {
    return [JSON.parse(text)].flat().filter((value) => typeof value === "object" && value !== null);
  } catch {
    return [];
  }
}
