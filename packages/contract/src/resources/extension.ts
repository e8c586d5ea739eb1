import type { z } from "zod";

/** Marks a member or an operation that the contract does not name (decisions D0). */
export const extension = { "x-bowline-extension": true } as const;

/** Marks each of these members. */
export const extensions = <Shape extends Record<string, z.ZodType>>(shape: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, member.meta(extension)])) as Shape;
