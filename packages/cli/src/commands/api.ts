import { UsageError } from "../errors.ts";
import { readInput } from "../fields/read-input.ts";
import { readText } from "../fields/read-text.ts";
import type { Session } from "../session.ts";

export interface ApiFlags {
  text: string[];
  field: string[];
  /** A file with the whole body; `-`: stdin. */
  input?: string;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Calls an operation of the API and prints its response. The fields are the query of a GET or DELETE, else the body. */
export async function callApi(
  { bowline, output, wait }: Session,
  methodText: string,
  path: string,
  { text, field, input }: ApiFlags,
): Promise<void> {
  const method = methods.find((one) => one === methodText.toUpperCase());
  if (method === undefined) {
    throw new UsageError(`The method must be one of ${methods.join(", ")}.`);
  }
  const fields = await readInput(
    { input, texts: text, jsons: field, words: [], options: new Set() },
    async () => ({}),
    readText,
  );
  const isQuery = method === "GET" || method === "DELETE";
  const hasFields = Object.keys(fields).length > 0 || input !== undefined;
  const response = await wait("Calling the API", () =>
    bowline().request(method, completePath(path), {
      ...(isQuery ? { query: fields } : hasFields && { body: fields }),
    }),
  );
  output.printJson(response);
}

/** `grants`, `v1/grants` and `/v1/grants` are one path. */
function completePath(path: string): string {
  if (path.startsWith("/")) {
    return path;
  }
  return path.startsWith("v1/") ? `/${path}` : `/v1/${path}`;
}
