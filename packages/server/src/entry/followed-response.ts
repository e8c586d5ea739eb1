import type { ServerResponse } from "node:http";

/** Reports how many bytes of one response wait for its client, whatever writes it. */
export class FollowedResponse {
  readonly #response: ServerResponse;
  readonly #tell: (bytes: number) => void;
  #countQueued = (): number => 0;

  /** @param tell is called when the number may have changed, and with 0 at the end */
  constructor(response: ServerResponse, tell: (bytes: number) => void) {
    this.#response = response;
    this.#tell = tell;
    const { write, end } = response;
    // Our own code, Hono and Koa write responses in many places, and Node has no event for what is written.
    response.write = this.#tellAfter(write);
    response.end = this.#tellAfter(end);
    response.on("drain", () => this.#note());
    response.once("close", () => {
      this.#countQueued = () => 0;
      tell(0);
    });
  }

  /** Counts what waits in a stream, too. Whoever fills it may not wait until the client has read what came before. */
  countQueue(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = source.getReader();
    const fill = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        controller.enqueue(read.value);
        this.#note();
      }
      controller.close();
    };
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#countQueued = () => -(controller.desiredSize ?? 0);
          fill(controller).catch((error) => controller.error(error));
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0, size: ({ byteLength }) => byteLength },
    );
  }

  #tellAfter<Method extends (...given: never[]) => unknown>(method: Method): Method {
    return ((...given: never[]) => {
      const result = Reflect.apply(method, this.#response, given);
      this.#note();
      return result;
    }) as Method;
  }

  #note(): void {
    this.#tell(this.#response.closed ? 0 : this.#response.writableLength + this.#countQueued());
  }
}
