import type { CallOptions } from "../request.ts";

/** Options of `toolset(id).for(framework)`. */
export interface AdapterOptions extends CallOptions {
  /**
   * OpenAI only: the model keeps strictly to the schema. A member that may be left out becomes nullable, and its null is not
   * sent. Default false.
   */
  strict?: boolean | undefined;
}
