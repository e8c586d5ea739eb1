/** Parameters that we add to an authorization request. They are kept with it, and are ours also when a client sends them. */
export const requestMarks = {
  /** When the request came, in milliseconds since 1970 as the database counts them: it is compared with the date of a sign-in. */
  began: "bowline_began",
  /** The client must not make the person wait: `prompt=none`. */
  silent: "bowline_silent",
  /** The client named no resource. */
  openResource: "bowline_open_resource",
} as const;
