import { ConnectionError } from "@bowline/sdk";

const askAgainMs = 10_000;

/** When the server did not respond, what is not there yet is asked for again after this time. */
export const askAgain = ({ data, error }: { data: unknown; error: unknown }): number | false =>
  data === undefined && error instanceof ConnectionError ? askAgainMs : false;
