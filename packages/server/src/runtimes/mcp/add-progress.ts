import type { RequestOptions } from "@modelcontextprotocol/client";
import { cutText } from "../../cut-text.ts";
import { maxMessageLength } from "../outcome.ts";
import type { SendOptions } from "../runtime.ts";
import { maskText } from "../secret-texts.ts";

/** Adds to the options of a request that its progress is reported, without secrets. */
export function addProgress(
  requestOptions: RequestOptions,
  { onProgress }: SendOptions,
  secretTexts: readonly string[],
): RequestOptions {
  if (onProgress === undefined) {
    return requestOptions;
  }
  const clean = (message: string) => cutText(maskText(message, secretTexts), maxMessageLength);
  return {
    ...requestOptions,
    onprogress: ({ progress, total, message }) =>
      onProgress({
        progress,
        total: total ?? null,
        message: message === undefined ? null : clean(message),
      }),
  };
}
