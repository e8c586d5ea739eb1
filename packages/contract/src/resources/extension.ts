/** Marks a member or an operation that the contract does not name (decisions, preface). */
export const extension = { "x-bowline-extension": true } as const;
