import type { Operation, OperationInput, OperationOutput, Operations } from "@bowline/contract";
import type { Caller } from "../db/callers.ts";
import type { Deps } from "../deps.ts";
import type { PathResource } from "./path-resources.ts";

/** What a handler is given: the parsed input, what its path names, and the declared headers. */
export interface HandlerInput<O extends Operation> extends OperationInput<O> {
  resource: PathResource<O>;
  /** Declared request headers by lower-case name; undefined where not sent. */
  headers: Readonly<Record<string, string | undefined>>;
  requestId: string;
}

/** Does one operation. Knows no HTTP; throws `ApiError` or answers. */
export type Handler<O extends Operation> = (
  deps: Deps,
  caller: Caller,
  input: HandlerInput<O>,
) => Promise<OperationOutput<O> | Reply>;

/** One handler for every operation of the contract: a missing one does not compile. */
export type Handlers = { [Id in keyof Operations]: Handler<Operations[Id]> };

/** The input of an operation's handler, by the operation's id. */
export type InputOf<Id extends keyof Operations> = HandlerInput<Operations[Id]>;

/** The answer of an operation, by its id. */
export type OutputOf<Id extends keyof Operations> = OperationOutput<Operations[Id]>;

/** An answer that is JSON text already, or that carries headers. */
export class Reply {
  readonly json: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(json: string, headers: Readonly<Record<string, string>> = {}) {
    this.json = json;
    this.headers = headers;
  }
}
