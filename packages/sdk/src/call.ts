/** A response of the API. */
export interface ApiResponse<Data> {
  data: Data;
  status: number;
  headers: Headers;
  /** Correlation id of the request, to find it in the server's log. */
  requestId: string | null;
}

/**
 * A call of the API. Awaiting it returns the data; `withResponse()` returns the headers too. It is sent when it is awaited
 * first, and only once.
 */
export class ApiCall<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = "ApiCall";
  readonly #send: () => Promise<ApiResponse<Data>>;
  #response: Promise<ApiResponse<Data>> | undefined;

  constructor(send: () => Promise<ApiResponse<Data>>) {
    this.#send = send;
  }

  withResponse(): Promise<ApiResponse<Data>> {
    this.#response ??= this.#send();
    return this.#response;
  }

  // biome-ignore lint/suspicious/noThenProperty: It is a promise.
  then<Done = Data, Failed = never>(
    onFulfilled?: ((data: Data) => Done | PromiseLike<Done>) | null,
    onRejected?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onFulfilled, onRejected);
  }

  catch<Failed = never>(
    onRejected?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Data | Failed> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.then().finally(onFinally);
  }
}
