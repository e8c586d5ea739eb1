import type { Context } from "hono";

/** Reads a form that was sent. Null when it is larger than allowed, or came without its length, which browsers always send. */
export async function readForm(context: Context, maxBytes: number): Promise<URLSearchParams | null> {
  const length = Number(context.req.header("content-length") ?? Number.NaN);
  return length <= maxBytes ? new URLSearchParams(await context.req.text()) : null;
}
