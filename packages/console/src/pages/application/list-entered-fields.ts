import type { Authentication, CredentialField } from "@bowline/sdk";

/** The fields that a person enters for a method. The secrets of a sign-in come from the application. */
export const listEnteredFields = (
  type: Authentication["type"],
  fields: readonly CredentialField[],
): CredentialField[] => fields.filter(({ secret }) => type !== "oauth2" || !secret);
