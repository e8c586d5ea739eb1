import type { CallOptions } from "../request.ts";

/** Options of `toolset(id).for(framework)`. Signal, time and retries are those of reading the tools; calls have the client's. */
export interface AdapterOptions extends CallOptions {
  /**
   * OpenAI only: the model keeps strictly to the schema. A member that may be left out becomes nullable, and its null is not
   * sent. Default false.
   */
  strict?: boolean | undefined;
}
