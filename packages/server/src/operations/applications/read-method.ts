import { notFound } from "../../api-error.ts";
import type { ApplicationEntry, AuthenticationEntry } from "../../catalog/company-catalog.ts";

/** The method that a path names. @throws ApiError `NOT_FOUND` when the application has no such one */
export function readMethod(application: ApplicationEntry, authenticationId: number): AuthenticationEntry {
  const method = application.authentications.find((one) => one.authenticationId === authenticationId);
  if (method === undefined) {
    throw notFound(`Authentication method ${authenticationId} of application "${application.slug}"`);
  }
  return method;
}
