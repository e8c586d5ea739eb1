import { nestedTooDeeply } from "../../egress/exchange-messages.ts";
import { isDeeperThan, maxOutputDepth } from "../../problems/is-deeper-than.ts";
import { isObject } from "../is-object.ts";
import type { McpMessageKind } from "../response-job.ts";
import type { ResponseThreads } from "../response-threads.ts";
import { leaveOutNulls } from "./leave-out-nulls.ts";
import { isId, mayBeMessage, parseMessage } from "./parse-message.ts";
import type { LargeMessage, LargeResult, ReadMessage } from "./read-large-message.ts";
import { type MessageReplacements, maxSmallBytes } from "./replace-messages.ts";
import { takeResult } from "./take-result.ts";

/** Of the messages in a server's streams during one call: the client takes much longer for one than it takes to send it (decisions D75). */
const maxHeard = 1000;

/** What reading responses needs. */
export interface ReadingParts {
  threads: Pick<ResponseThreads, "readMessage">;
  /** Masked in large results. */
  secretTexts: readonly string[];
  /** The account user whose call it is. */
  party?: number | undefined;
  /** Is told when a response cannot be read. */
  onUnreadable(message: string): void;
}

/** Reads the responses to the requests of one call, and keeps the tool's result. The client gets an empty one in its place. */
export class CallResponses {
  /** The tool's result as it came. Null: none came, or it was too large. */
  result: Record<string, unknown> | null = null;
  /** A tool's result that was too large to be read in this thread. Null: it was not. */
  large: LargeResult | null = null;
  readonly #parts: ReadingParts;
  /** The id of the call of a tool. A response to any other is none, and only the first counts. */
  #callId = "";
  /** The id of the last request. Null: it has its response, or there was none. */
  #awaitedId: string | null = null;
  #heard = 0;
  #toolTexts: string[] | null = null;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
  }

  /** The JSON of each tool of the list that came last and was too large to be read in this thread. Null: none was. Returns it once. */
  takeToolTexts(): string[] | null {
    const taken = this.#toolTexts;
    this.#toolTexts = null;
    return taken;
  }

  /** @param id of the request that is sent now */
  expect(id: string, isToolCall: boolean): void {
    this.#awaitedId = id;
    if (isToolCall) {
      this.#callId = id;
    }
  }

  /** Chooses what the client gets in place of a response's messages. */
  chooseReplacements(status: number, isStream: boolean, isOfToolCall: boolean): MessageReplacements {
    if (status < 200 || status >= 300) {
      return isOfToolCall
        ? refusal
        : { ...refusal, replaceSmall: (text) => leaveOutNulls(leaveOutDeep(text)) };
    }
    const { replaceSmall, replaceLarge } = isOfToolCall
      ? this.#readResult(isStream)
      : this.#readDescription(isStream);
    return {
      replaceSmall: (text) => (isStream && !mayBeMessage(text) ? "" : replaceSmall(this.#nameError(text))),
      replaceLarge,
    };
  }

  /** Some servers refuse a request without naming it (JSON-RPC 2.0 §5), and the client would not know that the error is its response. */
  #nameError(text: string): string {
    const message = this.#awaitedId !== null && text.includes('"error"') ? parseMessage(text) : null;
    return message !== null && message.method === undefined && message.id == null && isObject(message.error)
      ? JSON.stringify({ ...message, id: this.#awaitedId })
      : text;
  }

  /** What a server says of itself and its tools is read by the client. */
  #readDescription(isStream: boolean): MessageReplacements {
    return {
      replaceSmall: (text) => (!isStream || this.#isHeard(parseMessage(text)) ? leaveOutNulls(text) : ""),
      replaceLarge: async (body) => {
        const { replacement, toolTexts } = await this.#readLarge("mcpListing", {
          body,
          isStream,
          id: this.#awaitedId,
        });
        if (toolTexts !== null && isId(JSON.parse(replacement).id, this.#awaitedId)) {
          this.#toolTexts = toolTexts;
        }
        return replacement;
      },
    };
  }

  #readResult(isStream: boolean): MessageReplacements {
    const keep = (result: Record<string, unknown>, id: unknown) => {
      if (this.#isFirstResult(id)) {
        this.result = result;
      }
    };
    return {
      replaceSmall: (text) => {
        if (isDeeperThan(text, maxOutputDepth)) {
          this.#parts.onUnreadable(nestedTooDeeply);
          return "";
        }
        return takeResult(text, keep, (message) => !isStream || this.#isHeard(message));
      },
      replaceLarge: async (body) => {
        const read = await this.#readLarge("mcpResult", { body, isStream, id: this.#callId });
        if (read.result !== null && this.#isFirstResult(JSON.parse(read.replacement).id)) {
          this.large = read.result;
        }
        return read.replacement;
      },
    };
  }

  /** Whether the client gets a message of a stream. @param message null: the event holds none */
  #isHeard(message: Record<string, unknown> | null): boolean {
    if (message === null || message.method === "notifications/message") {
      return false;
    }
    if (message.method === undefined && isId(message.id, this.#awaitedId)) {
      this.#awaitedId = null;
      return true;
    }
    return ++this.#heard <= maxHeard;
  }

  #isFirstResult(id: unknown): boolean {
    return this.result === null && this.large === null && isId(id, this.#callId);
  }

  async #readLarge(kind: McpMessageKind, message: Omit<LargeMessage, "secretTexts">): Promise<ReadMessage> {
    const { threads, secretTexts, party, onUnreadable } = this.#parts;
    const read = await threads.readMessage(kind, { ...message, secretTexts }, party);
    if (typeof read === "string") {
      onUnreadable(read);
      return { replacement: "{}", result: null, toolTexts: null };
    }
    return read;
  }
}

/** The words of a refusal stand at its beginning. */
const refusal: MessageReplacements = {
  replaceSmall: leaveOutDeep,
  replaceLarge: async (body) => leaveOutDeep(Buffer.from(body).toString("utf8", 0, maxSmallBytes)),
};

/** Of a refusal that is nested too deeply, only the status is read. */
function leaveOutDeep(text: string): string {
  return isDeeperThan(text, maxOutputDepth) ? "" : text;
}
