/** Part of the name of each test group that needs its own server. */
export const ownServerMark = "(own server)";
