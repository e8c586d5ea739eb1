import type { EgressFailure } from "../../egress/egress-outcome.ts";

/** Names the most that an import may have, with its files. */
export const describeImportLimit = (maxBytes: number): string =>
  `${Math.floor(maxBytes / 1024 ** 2)} MiB, the most that an import may have`;

/**
 * Says why an address returned nothing that can be imported.
 *
 * @param maxBytes the limit of the response
 * @param server what was asked, such as `The endpoint`
 */
export const describeFetchFailure = (
  { kind, message }: EgressFailure,
  maxBytes: number,
  server = "The server",
): string =>
  kind === "outputTooLarge"
    ? `It is larger than ${describeImportLimit(maxBytes)}.`
    : message.replace("The application", server);
