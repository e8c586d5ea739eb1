import type { HttpBinding, Json, ToolPaging } from "@bowline/catalog";
import type { Outcome, Success } from "../outcome.ts";
import type { Access, CompiledTool, NextPage, PreparedCall, Runtime, SendOptions } from "../runtime.ts";
import { type BuiltHttpRequest, buildHttpRequest } from "./build-request.ts";
import { type CompiledHttpTool, compileHttpBinding } from "./compile-binding.ts";
import { maskHttpRequest } from "./mask-request.ts";
import { findNextPage, keyOfFirst, type PageRequest } from "./paging/find-next-page.ts";
import { type HttpParts, runHttp } from "./run-http.ts";

/** Runs tools that are HTTP requests. */
export function openHttpRuntime(parts: HttpParts): Runtime<HttpBinding> {
  return {
    compile: (binding) => openHttpTool(parts, compileHttpBinding(binding)),
  };
}

/** Opens a compiled tool. Other runtimes whose calls are HTTP requests compile their own. */
export function openHttpTool(parts: HttpParts, tool: CompiledHttpTool): CompiledTool {
  return {
    prepare(access, input) {
      const sender: HttpSender = { parts, tool, access };
      return new HttpCall(sender, { request: buildHttpRequest(tool, access, input), input }, null);
    },
  };
}

interface HttpSender {
  parts: HttpParts;
  tool: CompiledHttpTool;
  access: Access;
}

/** The pages up to and including this call's. */
interface Pages {
  first: BuiltHttpRequest;
  key: string;
  /** The keys of all pages requested so far. */
  requested: Set<string>;
}

class HttpCall implements PreparedCall {
  readonly #sender: HttpSender;
  readonly #page: Omit<PageRequest, "key">;
  #pages: Pages | null;

  constructor(sender: HttpSender, page: Omit<PageRequest, "key">, pages: Pages | null) {
    this.#sender = sender;
    this.#page = page;
    this.#pages = pages;
  }

  get destination(): string {
    return this.#page.request.url;
  }

  get secretTexts(): readonly string[] {
    return this.#page.request.secretTexts;
  }

  findRefusal(): string | null {
    return this.#sender.parts.egress.findRefusal(this.destination);
  }

  preview(): Json {
    return maskHttpRequest(this.#page.request);
  }

  send(options: SendOptions): Promise<Outcome> {
    return runHttp(this.#sender.parts, this.#page.request, options);
  }

  nextPage(paging: ToolPaging, page: Success, resultCount: number): NextPage {
    const { tool, access } = this.#sender;
    const input = { ...tool.defaults, ...this.#page.input };
    const { first, key, requested } = this.#findPages(paging, input);
    const builder = {
      paging,
      first,
      build: (pageInput: Record<string, unknown>) => buildHttpRequest(tool, access, pageInput),
    };
    const next = findNextPage(builder, { ...this.#page, input, key }, page, resultCount);
    if (typeof next === "string") {
      return next;
    }
    if (requested.has(next.key)) {
      // Some applications end a list with an empty page that names itself.
      return resultCount === 0 ? "end" : "repeated";
    }
    requested.add(next.key);
    return new HttpCall(this.#sender, next, { first, key: next.key, requested });
  }

  #findPages(paging: ToolPaging, input: Readonly<Record<string, unknown>>): Pages {
    if (this.#pages === null) {
      const { request } = this.#page;
      const key = keyOfFirst(paging, request, input);
      this.#pages = { first: request, key, requested: new Set([key]) };
    }
    return this.#pages;
  }
}
