import { ApiCall, type ApiResponse } from "./call.ts";
import { NotFoundError } from "./errors.ts";
import { ListCall, type Page, type ReadPage } from "./page.ts";
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
    return new ListCall(this.#readPage<One>(path, query, options), (page) => {
      const offset = page.offset + page.items.length;
      return page.items.length === 0 || offset >= page.totalCount
        ? null
        : this.#readPage(path, { ...query, offset }, options);
    });
  }

  /**
   * A list that goes on after its last item, so that it returns no item twice and leaves none out while others arrive in
   * front of it. `readId` returns the id for the query's `before`. A list `after` an item goes on toward the newest.
   */
  protected listBefore<One>(
    path: string,
    query: { offset?: number | undefined; before?: number | undefined; after?: number | undefined },
    readId: (item: One) => number,
    options: CallOptions | undefined,
  ): ListCall<One> {
    return new ListCall(this.#readPage<One>(path, query, options), ({ items, top }) => {
      const isNewer = query.after !== undefined;
      const last = items.at(isNewer ? 0 : -1);
      if (last === undefined || items.length < top) {
        return null;
      }
      const beside = { [isNewer ? "after" : "before"]: readId(last) };
      const readNext = this.#readPage<One>(path, { ...query, offset: undefined, ...beside }, options);
      return () => readNext().catch((error) => readNothing(error, top));
    });
  }

  #readPage<One>(path: string, query: object, options: CallOptions | undefined): ReadPage<One> {
    const request: ApiRequest = { method: "GET", path, query, member: "items" };
    return () => sendRequest<Page<One>>(this.#settings, request, options);
  }
}

/** The last item may be too old by now and deleted, and with it all that came after it. */
function readNothing(error: unknown, top: number): ApiResponse<Page<never>> {
  if (!(error instanceof NotFoundError)) {
    throw error;
  }
  const { status, requestId } = error;
  return { data: { items: [], totalCount: 0, offset: 0, top }, status, headers: new Headers(), requestId };
}
