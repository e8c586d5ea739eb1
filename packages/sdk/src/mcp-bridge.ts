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
    const message = parse(line);
    const sending = bridge.send(line, message).finally(() => running.delete(sending));
    running.add(sending);
    // What follows needs the revision that this one agrees on.
    if (message?.method === "initialize") {
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

  async send(line: string, message: Message | null): Promise<void> {
    const ending = new AbortController();
    if (message !== null && isRequest(message)) {
      this.#open.set(message, ending);
    }
    if (message?.method === "notifications/cancelled" && this.#cancel(message.params?.requestId)) {
      return;
    }
    let credential: Record<string, string>;
    try {
      credential = await this.#options.authorize(null);
    } catch (error) {
      this.#fail(message, error instanceof Error ? error.message : "There is no credential.");
      return;
    }
    // The error of such a header would repeat it.
    if (Object.values(credential).some((text) => !/^[\x20-\x7e]*$/.test(text.trim()))) {
      this.#fail(message, "The API key contains a character that no key has, such as a line break.");
      return;
    }
    try {
      const post = (headers: Record<string, string>) => this.#post(line, message, headers, ending.signal);
      let response = await post(credential);
      if (response.status === 401) {
        const other = await this.#options.authorize(credential);
        if (JSON.stringify(other) !== JSON.stringify(credential)) {
          await response.body?.cancel();
          response = await post(other);
        }
      }
      this.#sessionId = response.headers.get("mcp-session-id") ?? this.#sessionId;
      await this.#readResponse(response, message).catch(() =>
        this.#fail(message, `The response of ${this.#options.url} broke off. The call may have run.`),
      );
      // Says nothing when the response came.
      this.#fail(
        message,
        `${this.#options.url} returned no response of MCP (${response.status}). Check the address.`,
      );
    } catch (error) {
      this.#fail(message, error instanceof Error ? error.message : "There is no response.");
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
    message: Message | null,
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

  #writeHeaders(message: Message | null): Record<string, string> {
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
      ...(own !== null && typeof target === "string" && { "mcp-name": target }),
    };
  }

  async #readResponse(response: Response, message: Message | null): Promise<void> {
    if (response.headers.get("content-type")?.includes("text/event-stream") === true) {
      await this.#readEvents(response, message);
      return;
    }
    const text = await response.text();
    const received = parse(text);
    if (received !== null && "jsonrpc" in received) {
      this.#receive(text, received, message);
    } else if (!response.ok) {
      const reason =
        received !== null && "message" in received ? String(received.message) : response.statusText;
      this.#fail(message, `Bowline refused the request (${response.status}): ${reason}`);
    }
  }

  async #readEvents(response: Response, message: Message | null): Promise<void> {
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
        if (received !== null) {
          this.#receive(text, received, message);
        }
        data = [];
      }
    }
  }

  /** Passes a message on as it came: written anew, a large integer would be another one. */
  #receive(text: string, received: Message, message: Message | null): void {
    const version = received.result?.protocolVersion;
    if (typeof version === "string" && message?.method === "initialize") {
      this.#version = version;
    }
    const isResponse = received.method === undefined;
    if (isResponse && message !== null && received.id === message.id) {
      this.#open.delete(message);
    }
    // A refusal from before the body was read names no request, and a client finds its request by the id.
    if (isResponse && (received.id ?? null) === null && message !== null && this.#open.delete(message)) {
      this.#write({ jsonrpc: "2.0", id: message.id, error: received.error });
    } else {
      this.#options.write(text.replace(/[\r\n]+/g, " "));
    }
  }

  /** A request gets exactly one response; a notification has none. */
  #fail(message: Message | null, text: string): void {
    if (message !== null && this.#open.delete(message)) {
      this.#write({ jsonrpc: "2.0", id: message.id, error: { code: -32000, message: text } });
    }
  }

  #write(response: object): void {
    this.#options.write(JSON.stringify(response));
  }
}

/** The revision that a message itself names, as each does since 2026-07-28. */
function readOwnVersion(message: Message | null): string | null {
  const meta = message?.params?._meta as Record<string, unknown> | undefined;
  const version = meta?.[versionMember];
  return typeof version === "string" ? version : null;
}

const isRequest = ({ id, method }: Message): boolean =>
  id !== undefined && id !== null && method !== undefined;

function parse(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Message) : null;
  } catch {
    return null;
  }
}
