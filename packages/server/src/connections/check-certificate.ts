import type { CatalogAuthentication } from "@bowline/catalog";
import type { Problem } from "../api-error.ts";
import { findCertificateProblem } from "../egress/tls-agents.ts";
import { placeCredentials } from "../runtimes/place-credentials.ts";

/**
 * Checks that a client certificate, its private key and its passphrase belong together (decisions D71).
 *
 * @param values the connection's fields by name
 * @param problems gets the problem found, which contains no value
 */
export function checkCertificate(
  { placements }: Pick<CatalogAuthentication, "placements">,
  values: Readonly<Record<string, string>>,
  problems: Problem[],
): void {
  for (const placement of placements) {
    if (placement.in !== "tls") {
      continue;
    }
    const { certificate } = placeCredentials([placement], values);
    const problem = certificate === null ? null : findCertificateProblem(certificate);
    if (problem !== null) {
      const fieldName = placement[problem.part].replace(/[{}]/g, "");
      problems.push({ field: `fields.${fieldName}`, issue: problem.message });
    }
  }
}
