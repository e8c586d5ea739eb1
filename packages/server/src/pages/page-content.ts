import type { html } from "hono/html";

/** A part of a page; values put into it are escaped. */
export type PageContent = ReturnType<typeof html>;
