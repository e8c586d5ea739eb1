import { invalidField } from "../api-error.ts";
import type { ApplicationEntry, AuthenticationEntry } from "../catalog/company-catalog.ts";

/**
 * Chooses an authentication method of an application: the one named, or the only one that `fits`.
 *
 * @param fits whether a method may be chosen when none is named
 * @param kind the name of such methods in a message, such as `OAuth method`
 * @throws ApiError `VALIDATION_ERROR`
 */
export function chooseMethod(
  application: ApplicationEntry,
  authenticationId: number | null | undefined,
  fits: (method: AuthenticationEntry) => boolean,
  kind: string,
): AuthenticationEntry {
  const { authentications, slug } = application;
  if (authenticationId != null) {
    const named = authentications.find((method) => method.authenticationId === authenticationId);
    if (named === undefined) {
      throw invalidField(
        "authenticationId",
        `Application "${slug}" has no authentication method ${authenticationId}. It has: ${listMethods(authentications)}.`,
      );
    }
    return named;
  }
  const candidates = authentications.filter(fits);
  const [only, another] = candidates;
  if (only === undefined) {
    throw invalidField("authenticationId", `Application "${slug}" has no ${kind}.`);
  }
  if (another !== undefined) {
    throw invalidField(
      "authenticationId",
      `Application "${slug}" has more than one ${kind}. Choose one: ${listMethods(candidates)}.`,
    );
  }
  return only;
}

const listMethods = (methods: readonly AuthenticationEntry[]): string =>
  methods.map(({ authenticationId, name }) => `${authenticationId} (${name})`).join(", ");

export const isOAuth = ({ type }: AuthenticationEntry): boolean =>
  type === "oauth2" || type === "oauth2ClientCredentials";

/** Whether a connection with this method may hold no values. It is there for toolsets, which need a connection. */
export const asksForNothing = ({ type, fields }: AuthenticationEntry): boolean =>
  type === "none" && !fields.some((field) => field.required);

/** Whether there is nothing to enter and nowhere to sign in. */
export const needsNoAccount = ({ authentications }: ApplicationEntry): boolean =>
  authentications.every(({ type, fields }) => type === "none" && fields.length === 0);
