import type { ReactNode } from "react";

/**
 * Stands for the Markdown renderer of @rjsf/core, which is as large as the rest of it. Only its messages about schemas that it cannot
 * show would use it: `src/form/description.tsx` shows descriptions.
 */
export const Markdown = ({ children }: { children: string }): ReactNode => children;
