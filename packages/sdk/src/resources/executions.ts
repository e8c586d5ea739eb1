import type { ApiCall } from "../call.ts";
import type { ListCall } from "../page.ts";
import { type CallOptions, writePath } from "../request.ts";
import { type Item, type Query, Resource, type Response } from "../resource.ts";

/** The history of executions. */
export class Executions extends Resource {
  /**
   * Lists the history, newest first. `for await` returns each record once, also while others arrive. With `after`, each page is newer
   * than the one before.
   */
  list(query: Query<"listExecutions"> = {}, options?: CallOptions): ListCall<Item<"listExecutions">> {
    return this.listBefore("/v1/executions", query, ({ historyId }) => historyId, options);
  }

  /** Counts executions over time. */
  summary(
    query: Query<"getHistorySummary"> = {},
    options?: CallOptions,
  ): ApiCall<Response<"getHistorySummary">> {
    return this.call({ method: "GET", path: "/v1/executions/Summary", query }, options);
  }

  /** Returns a record with its input and output. */
  get(historyId: number, options?: CallOptions): ApiCall<Response<"getExecution">> {
    return this.call({ method: "GET", path: writePath`/v1/executions/${historyId}` }, options);
  }
}
