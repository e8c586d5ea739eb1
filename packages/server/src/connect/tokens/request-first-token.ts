import { ApiError, invalidField } from "../../api-error.ts";
import { type PartedFields, partIssued, tokenField } from "../../connections/connection-secrets.ts";
import type { TokenDates } from "../../db/connections.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { originChangedCode } from "../provider/check-destination.ts";
import { type ConnectionAtProvider, noClientCode, prepareProviderCall } from "../provider/provider-call.ts";
import { ProviderError } from "../provider/provider-error.ts";
import { requestClientToken } from "../provider/token-endpoint.ts";
import { chooseScopes } from "../sign-in/begin-sign-in.ts";
import { planRenewal } from "./token-dates.ts";

/** A new connection's fields, and when its token is to be renewed. */
export interface FirstToken extends PartedFields {
  tokenDates: TokenDates;
}

/**
 * Gets the first token of a connection by client credentials (RFC 6749 §4.4), for which nobody signs in. Null for any other
 * method, and where a token was given. A provider that is down is asked again at the first use.
 *
 * @throws ApiError `VALIDATION_ERROR` at `fields` when the provider refuses, `CONFLICT` when there is no client
 */
export async function requestFirstToken(
  parts: ConnectParts,
  connection: Omit<ConnectionAtProvider, "fields" | "sealedOrigins">,
  { open, secret }: PartedFields,
): Promise<FirstToken | null> {
  if (connection.method.type !== "oauth2ClientCredentials" || secret[tokenField] !== undefined) {
    return null;
  }
  const issuedAtMs = parts.clock();
  const plan = (lifetimeSeconds: number | null) =>
    planRenewal({ issuedAtMs, lifetimeSeconds, isRenewable: true });
  try {
    const call = await prepareProviderCall(parts, {
      ...connection,
      fields: { ...open, ...secret },
      sealedOrigins: null,
    });
    const scopes = chooseScopes(connection.method, call.client, call.provider);
    const tokens = await requestClientToken(call, scopes);
    const issued = partIssued(connection.method, tokens, tokens.kept);
    return {
      open: { ...open, ...issued.open },
      secret: { ...secret, ...issued.secret },
      tokenDates: plan(tokens.lifetimeSeconds),
    };
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      throw error;
    }
    if (error.kind === "refused") {
      throw error.code === noClientCode || error.code === originChangedCode
        ? new ApiError("CONFLICT", error.message)
        : invalidField("fields", error.message);
    }
    return { open, secret, tokenDates: plan(0) };
  }
}
