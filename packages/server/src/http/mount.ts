import { type Operation, operations } from "@bowline/contract";
import type { Context, Hono } from "hono";
import { ApiError } from "../api-error.ts";
import type { Deps } from "../deps.ts";
import { authorize } from "../entry/authorize.ts";
import { enter } from "../entry/enter.ts";
import { type Handler, type HandlerInput, type Handlers, Reply } from "../operations/handler.ts";
import { prepareResource } from "../operations/path-resources.ts";
import { type Exchange, openExchange } from "./exchange.ts";
import { prepareInput } from "./parse-input.ts";
import { renderError } from "./render-error.ts";
import { prepareUnknownRoute } from "./unknown-route.ts";

/** Mounts a route for every operation of the contract. Everything else under `/v1` is an error. */
export function mountOperations(app: Hono, deps: Deps, handlers: Handlers): void {
  for (const operation of literalFirst(Object.values(operations))) {
    const handler = handlers[operation.id as keyof Handlers] as unknown as Handler<Operation>;
    const path = operation.path.replace(/\{(\w+)\}/g, ":$1");
    app.on(operation.method, path, prepareEndpoint(deps, operation, handler));
  }
  const describeUnknown = prepareUnknownRoute(Object.values(operations));
  const serveUnknown = (context: Context) =>
    serve(deps, context, null, () => {
      throw new ApiError("NOT_FOUND", describeUnknown(context.req.method, context.req.path));
    });
  app.all("/v1", serveUnknown);
  app.all("/v1/*", serveUnknown);
}

/** Puts `/v1/connections/SignInResult` before `/v1/connections/{connectionId}`, since the first matching route is used. */
function literalFirst(all: readonly Operation[]): Operation[] {
  return all.toSorted((one, other) => countVariables(one.path) - countVariables(other.path));
}

const countVariables = (path: string): number => path.split("{").length;

function prepareEndpoint(deps: Deps, operation: Operation, handler: Handler<Operation>) {
  const parseInput = prepareInput(operation, deps.config);
  const loadResource = prepareResource(operation);

  /** Runs the checks in the order of decisions D3. */
  async function runOperation(context: Context, { caller, requestId }: Exchange): Promise<Reply> {
    const input = await parseInput(context.req);
    const loaded = loadResource && (await loadResource(deps, caller, input.params));
    authorize(operation, caller);
    await loaded?.checkAccess();
    const output = await handler(deps, caller, {
      ...input,
      resource: loaded?.resource ?? null,
      requestId,
    } as HandlerInput<Operation>);
    return output instanceof Reply ? output : new Reply(JSON.stringify(output));
  }

  return (context: Context) => serve(deps, context, operation, runOperation);
}

/** A list with a non-blank `search` is charged to the search budgets too (contract, Rate limits). */
const isSearch = (operation: Operation | null, context: Context): boolean =>
  operation?.budget === "search" && Boolean(context.req.query("search")?.trim());

async function serve(
  deps: Deps,
  context: Context,
  operation: Operation | null,
  run: (context: Context, exchange: Exchange) => Promise<Reply>,
): Promise<Response> {
  const exchange = openExchange(context.req);
  try {
    const presented = {
      authorization: context.req.header("authorization"),
      apiKey: context.req.header("x-api-key"),
    };
    exchange.caller = await enter(deps, presented, isSearch(operation, context), exchange.headers);
    const reply = await run(context, exchange);
    deps.metrics.countResponse(operation?.id ?? "none", 200);
    return new Response(reply.json, { status: 200, headers: { ...exchange.headers, ...reply.headers } });
  } catch (error) {
    const response = renderError(deps, exchange, error);
    deps.metrics.countResponse(operation?.id ?? "none", response.status);
    return response;
  }
}
