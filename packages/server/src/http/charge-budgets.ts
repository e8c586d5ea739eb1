import type { Operation } from "@bowline/contract";
import type { HonoRequest } from "hono";
import { ApiError } from "../api-error.ts";
import type { Deps } from "../deps.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Counts a call against the company's budgets and tells what is left of the tighter one (contract, Rate limits; decisions D40).
 *
 * @throws ApiError `RATE_LIMIT_EXCEEDED`
 */
export async function chargeBudgets(
  deps: Deps,
  exchange: Exchange,
  operation: Operation | null,
  request: HonoRequest,
): Promise<void> {
  const isSearch = operation?.budget === "search" && Boolean(request.query("search")?.trim());
  const taken = deps.limiter.take(exchange.caller.companyId, isSearch);
  const verdict = taken instanceof Promise ? await taken : taken;
  if (verdict.limit > 0) {
    exchange.headers["ratelimit-limit"] = String(verdict.limit);
    exchange.headers["ratelimit-remaining"] = String(verdict.remaining);
    exchange.headers["ratelimit-reset"] = String(verdict.resetSeconds);
  }
  if (!verdict.allowed) {
    const seconds = verdict.retryAfterSeconds ?? 1;
    exchange.headers["retry-after"] = String(seconds);
    throw new ApiError(
      "RATE_LIMIT_EXCEEDED",
      `The account's budget of calls is used up. Try again in ${seconds} s.`,
    );
  }
}
