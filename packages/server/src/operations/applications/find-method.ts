import { notFound } from "../../api-error.ts";
import type { ApplicationEntry, AuthenticationEntry } from "../../catalog/company-catalog.ts";

/** Finds the authentication method that a path names. @throws ApiError `NOT_FOUND` */
export function findMethod(application: ApplicationEntry, authenticationId: number): AuthenticationEntry {
  const method = application.authentications.find((one) => one.authenticationId === authenticationId);
  if (method === undefined) {
    throw notFound(`Authentication method ${authenticationId} of application "${application.slug}"`);
  }
  return method;
}
