/** The SQL function that tests a value against a filter of the request. */
export const matcherName = "bowline_matches";
