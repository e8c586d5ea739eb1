import type { ApplicationManifest, CatalogAuthentication, Environment } from "@bowline/catalog";
import type { Application } from "@bowline/contract";

/** An application of a company's catalog, with its ids. */
export interface ApplicationEntry {
  applicationId: number;
  /** Null: built in, belongs to every company. */
  companyId: number | null;
  slug: string;
  name: string;
  environments: Environment[];
  /** Authentication methods, in the description's order. */
  authentications: AuthenticationEntry[];
  /** Objects to find, and the call to test credentials with. Never returned. */
  manifest: ApplicationManifest;
  /** The record in responses (decisions D17). It says of no method that it lacks an OAuth client, which depends on the company. */
  record: Application;
  /** `record` as JSON. */
  json: string;
}

export interface AuthenticationEntry extends CatalogAuthentication {
  authenticationId: number;
}

/** A tool of a company's catalog. Schemas and binding stay in the database until they are used. */
export interface ToolEntry {
  toolId: number;
  application: ApplicationEntry;
  slug: string;
  /** The bare operation (decisions D21). */
  operation: string;
  isReadOnly: boolean;
  isDestructive: boolean;
  isIdempotent: boolean;
  requiresConnection: boolean;
  contextType: string | null;
  resultsPath: string | null;
  tags: readonly string[];
  /** Its application's description recommends it. Counts in search. */
  isFeatured: boolean;
  isDeprecated: boolean;
  /** The record without its schemas, as JSON. */
  summaryJson: string;
}
