import { ApiCall } from "./call.ts";
import { ListCall, type Page } from "./page.ts";
import { type ApiRequest, type CallOptions, type RequestSettings, sendRequest } from "./request.ts";
import type { Operations } from "./types.generated.ts";

export type OperationId = keyof Operations;
export type Query<Id extends OperationId> = Operations[Id]["query"];
export type Body<Id extends OperationId> = Operations[Id]["body"];
export type Response<Id extends OperationId> = Operations[Id]["response"];
/** The items of a list. */
export type Item<Id extends OperationId> = Response<Id> extends { items: (infer One)[] } ? One : never;

/** A group of the API's operations. */
export abstract class Resource {
  readonly #settings: RequestSettings;

  constructor(settings: RequestSettings) {
    this.#settings = settings;
  }

  protected call<Data>(request: ApiRequest, options: CallOptions | undefined): ApiCall<Data> {
    return new ApiCall(() => sendRequest<Data>(this.#settings, request, options));
  }

  protected listFrom<One>(
    path: string,
    query: { offset?: number | undefined },
    options: CallOptions | undefined,
  ): ListCall<One> {
    return new ListCall(query.offset ?? 0, (offset) =>
      sendRequest<Page<One>>(
        this.#settings,
        { method: "GET", path, query: offset === 0 ? query : { ...query, offset } },
        options,
      ),
    );
  }
}
