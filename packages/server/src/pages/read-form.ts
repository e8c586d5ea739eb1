import type { Context } from "hono";

const maxFormBytes = 16_384;

/** Reads a posted form; one that is too large is empty. Browsers always send the length of a form. */
export async function readForm(context: Context): Promise<URLSearchParams> {
  const length = Number(context.req.header("content-length") ?? Number.NaN);
  return new URLSearchParams(length <= maxFormBytes ? await context.req.text() : "");
}
