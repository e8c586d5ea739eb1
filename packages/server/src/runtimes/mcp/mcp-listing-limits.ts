/** The tools that are read of one server, and the pages of its list. */
export const mcpListingLimits = { tools: 2000, pages: 100 } as const;
