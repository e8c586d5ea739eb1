import type { Operation, OperationInput, OperationOutput, Operations } from "@bowline/contract";
import type { Caller } from "../db/people/callers.ts";
import type { Deps } from "../deps.ts";
import type { PathResource } from "./path-resources.ts";

/** The input of a handler: the parsed request, the resource its path names, and the declared headers. */
export interface HandlerInput<O extends Operation> extends OperationInput<O> {
  resource: PathResource<O>;
  /** The `document` of an import as it was sent. It is `{}` in the body of a large one. */
  documentText?: string | null;
  /** Declared request headers by lower-case name; undefined where not sent. */
  headers: Readonly<Record<string, string | undefined>>;
  requestId: string;
  /** Creates a signal that fires when the client disconnects before it has the response. */
  openClientSignal(): AbortSignal;
}

/** Runs one operation, independent of HTTP. Returns its output or throws `ApiError`. */
export type Handler<O extends Operation> = (
  deps: Deps,
  caller: Caller,
  input: HandlerInput<O>,
) => Promise<OperationOutput<O> | Reply>;

/** One handler for every operation of the contract: a missing one does not compile. */
export type Handlers = { [Id in keyof Operations]: Handler<Operations[Id]> };

/** The input of an operation's handler, by the operation's id. */
export type InputOf<Id extends keyof Operations> = HandlerInput<Operations[Id]>;

/** The output of an operation, by the operation's id. */
export type OutputOf<Id extends keyof Operations> = OperationOutput<Operations[Id]>;

/** An output that is JSON text already, or has response headers. */
export class Reply {
  readonly json: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(json: string, headers: Readonly<Record<string, string>> = {}) {
    this.json = json;
    this.headers = headers;
  }
}
