import { ConnectionError, ServerError } from "@bowline/sdk";

const askAgainMs = 10_000;

/**
 * Says after which time a query is made again because the server, or a proxy's server, did not respond, so that the error goes when the
 * server is back: also where older data is shown beside the error. For `refetchInterval`. False: not again by itself.
 */
export const askAgain = ({ error }: { error: unknown }): number | false =>
  error instanceof ConnectionError || (error instanceof ServerError && error.errorCode === "UNKNOWN")
    ? askAgainMs
    : false;
