import type { html } from "hono/html";

/** A part of a page; its values are escaped. */
export type PageContent = ReturnType<typeof html>;
