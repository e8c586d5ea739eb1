/** Marks a member or an operation that the contract does not name (decisions D0). */
export const extension = { "x-bowline-extension": true } as const;
