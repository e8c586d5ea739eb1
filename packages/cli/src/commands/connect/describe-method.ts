import type { Authentication } from "@bowline/sdk";

/** A way to connect, in one line: `7 Sign in with GitHub (oauth2, not set up yet)`. */
export const describeMethod = ({ authenticationId, name, type, lacksOAuthClient }: Authentication): string =>
  `${authenticationId} ${name} (${type}${lacksOAuthClient ? ", not set up yet" : ""})`;
