/** Stands in the name of every group of tests that needs a server of the suite's own. */
export const ownServerMark = "(own server)";
