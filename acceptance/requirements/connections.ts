import { type Requirement, stated } from "./requirement.ts";

/** Connections: their record, default, refresh, objects, deletion and sign-in. */
export const connectionRequirements: Requirement[] = [
  ...stated("contract: PUT /v1/connections/{connectionId}/Default", {
    "connections.default.response":
      "Setting a default returns applicationSlug, connectionId and isDefault true.",
    "connections.default.set": "The connection is then the caller's default for its application.",
    "connections.default.foreign": "Setting another caller's connection as default is 403.",
    "connections.default.per-caller": "A default is per caller: it does not change another caller's default.",
    "connections.default.per-application":
      "A default is per application: it does not change another application's default.",
  }),
  ...stated("contract: DELETE /v1/connections/{connectionId}/Default", {
    "connections.default.clear":
      "Clearing returns a JSON string, and the connection is no longer the default.",
    "connections.default.clear-foreign": "Clearing another caller's default is 403.",
  }),
  ...stated("D10", {
    "connections.default.clear-unset": "Clearing a default that is not set is 200.",
    "connections.default.clear-sentence": "The sentence says whether the connection was a default.",
  }),
  ...stated("contract: GET /v1/connections/{connectionId}/RefreshStatus", {
    "connections.refresh.status":
      "RefreshStatus has statusDescription, error, errorDate and lastRefreshDate.",
    "connections.refresh.status-foreign": "Another caller's refresh status is 403.",
  }),
  ...stated("contract: POST /v1/connections/{connectionId}/RefreshObjects", {
    "connections.refresh.start": "RefreshObjects returns a JSON string and starts a refresh.",
    "connections.refresh.start-foreign": "Refreshing another caller's connection is 403.",
  }),
  ...stated("contract: DELETE /v1/connections/{connectionId}", {
    "connections.delete": "DELETE removes the caller's own connection and returns a JSON string.",
    "connections.delete.foreign": "Deleting another caller's connection is 403 and does not delete it.",
  }),
  ...stated("D25", {
    "connections.record": "A connection record has the members of D25 and no others.",
    "connections.record.initial": "A new connection is active; updatedDate and lastUsedDate are null.",
    "connections.record.fields": "fields contains only values that are not secret.",
    "connections.record.overridable": "overridableFields names the fields that may be overridden.",
    "connections.record.last-used": "lastUsedDate is set when a tool ran over the connection.",
    "connections.secrets.responses": "No response contains a secret.",
    "connections.secrets.echoed": "A secret in the downstream response is masked.",
    "connections.secrets.logs": "No log line contains a secret.",
    "connections.secrets.at-rest": "The data folder contains no secret in plain text.",
  }),
  ...stated("D26", {
    "connections.create": "POST /v1/connections stores a connection and returns its record.",
    "connections.create.one-method": "authenticationId may be left out when the application has one method.",
    "connections.create.unknown-application": "An unknown applicationSlug is a VALIDATION_ERROR there.",
    "connections.create.unknown-method":
      "An authenticationId of another application is a VALIDATION_ERROR there.",
    "connections.create.missing-field": "A missing required field is a VALIDATION_ERROR at fields.<name>.",
    "connections.create.token":
      "A connection with a method by which a person signs in needs a token; without one, the problem at fields.token says how to sign in.",
    "connections.create.unknown-field": "An unknown field is a VALIDATION_ERROR at fields.<name>.",
    "connections.create.unusable":
      "A value that cannot stand in the address, in a header or as the user name of Basic is a VALIDATION_ERROR at fields.<name>.",
    "connections.create.empty-value": "An empty value of an optional field leaves the field's default.",
    "connections.create.unknown-environment": "An unknown environment is a VALIDATION_ERROR at environment.",
    "connections.environment": "A connection calls the server of its environment.",
    "connections.create.enum":
      "A value that is not in the field's enum is a VALIDATION_ERROR at fields.<name>.",
    "connections.get": "GET /v1/connections/{connectionId} returns the record.",
    "connections.get.foreign": "Another caller's connection is 403.",
    "connections.list": "GET /v1/connections lists only the caller's own connections.",
    "connections.update.name": "PATCH changes the name and sets updatedDate.",
    "connections.update.fields": "PATCH changes fields, and the next call uses them.",
    "connections.update.validation": "PATCH checks fields and environment as creation does.",
    "connections.update.foreign": "Changing another caller's connection is 403.",
    "connections.test": "POST …/Test is 200.",
    "connections.test.foreign": "Testing another caller's connection is 403.",
    "connections.objects": "GET …/Objects returns the list envelope.",
    "connections.objects.foreign": "Another caller's objects are 403.",
  }),
  ...stated("D26", {
    "connections.create.tried":
      "When the application has a test call, credentials are tested before they are stored.",
    "connections.create.refused": "A refusal is 400 with the application's own words.",
    "connections.create.untried":
      "When the application names no call to try credentials with, they are stored, and a header and the page of a connect link say that they could not be tried.",
    "connections.create.unreachable":
      "Credentials are accepted when the application cannot be reached, also those of a database; x-bowline-warning says why they could not be tried, at their change, too.",
    "connections.update.tried":
      "New credentials of a connection are tested before they replace the old ones.",
    "connections.test.hidden":
      "While an Admin hides the application, POST …/Test is isSuccess false, a refresh fails, and both say so.",
    "connections.test.outcome": "POST …/Test returns whether the application accepts the credentials.",
    "connections.account-label": "The test call's response sets accountLabel.",
  }),
  ...stated("D26a", {
    "connections.refused":
      "A connection whose credentials the application refuses in three calls in a row is expired, with the way out in statusReason. Calls are still sent.",
    "connections.refused.back": "One call that succeeds makes it active again, and so do new credentials.",
    "connections.refused.test":
      "A test that the application refuses makes it expired at once, and one that it accepts active.",
  }),
  ...stated("D27", {
    "connections.default.not-silent": "A first connection does not become the default by itself.",
    "connections.default.on-create": "isDefault true at creation makes the connection the default.",
    "connections.default.replaces":
      "A new default replaces the caller's earlier default for that application.",
  }),
  ...stated("D28a", {
    "connections.delete.toolsets": "Deleting a connection removes it from toolsets.",
    "connections.delete.default": "A deleted connection is no longer the default.",
  }),
  ...stated("D28a", {
    "connections.delete.revokes":
      "Deleting revokes the tokens where the provider supports it, and the response says whether they were revoked.",
  }),
  ...stated("D28d", {
    "connections.delete.with-owner": "Removing a member revokes the tokens of the member's connections.",
    "connections.delete.with-profile":
      "Deleting one's profile deletes the connections and revokes their tokens.",
    "connections.delete.with-application":
      "Deleting an application with its connections revokes their tokens.",
    "connections.create.deleted":
      "A connection is not stored when its owner, the owner's profile or its application is deleted while it is made: 409.",
    "connections.delete.killed":
      "The tokens of deleted connections are revoked even if the server is killed meanwhile, and those in use stay good.",
    "sign-in.dropped.client":
      "A sign-in whose OAuth client is replaced or removed before the connection is stored makes none, and the page says so. Its tokens are revoked by the client that they were issued to.",
    "sign-in.dropped.killed":
      "The tokens of a sign-in that was not confirmed are revoked even if the server was killed and the application deleted meanwhile.",
  }),
  ...stated("D28b", {
    "connections.refresh.member": "The numeric member is status: 0, 1 or 2.",
    "connections.refresh.never":
      "A connection that was never refreshed has status 0 and null error and dates.",
    "connections.refresh.finishes": "After a successful refresh, status is 0 and lastRefreshDate is set.",
    "connections.refresh.twice": "Starting a refresh while one runs is 200.",
    "connections.refresh.restart": "The refresh status survives a restart.",
  }),
  ...stated("D28b", {
    "connections.refresh.progress": "statusDescription counts what a refresh in progress has found.",
    "connections.refresh.kill": "A running refresh continues after kill -9.",
    "connections.refresh.beside":
      "A refresh that waits for its application holds up no refresh of another application.",
    "connections.refresh.deleted": "Deleting a connection during its refresh leaves no objects.",
    "connections.refresh.failed": "After a failed refresh, status is 2, and error and errorDate are set.",
    "connections.refresh.keeps-error": "A later success does not clear error and errorDate.",
    "connections.refresh.no-second": "Starting a refresh while one runs does not start a second one.",
  }),
  ...stated("D28c", {
    "connections.objects.record": "An object has objectName, label, kind and, if known, a schema.",
    "connections.objects.search": "Objects can be searched by name and label, filtered by kind, and paged.",
    "connections.objects.replaced": "A refresh replaces the objects of the previous one.",
    "connections.objects.context": "contextValue selects an object.",
  }),
  ...stated("D28", {
    "sign-in.application-required": "GetSignInUrl without applicationSlug is a VALIDATION_ERROR there.",
    "sign-in.unknown-application":
      "GetSignInUrl for an unknown application is a VALIDATION_ERROR at applicationSlug.",
    "sign-in.not-oauth": "GetSignInUrl with a method that is not OAuth is 400 with details.",
    "sign-in.one-method": "authenticationId may be left out only when there is exactly one OAuth method.",
    "sign-in.unknown-environment": "An unknown environment is 400 with details.",
    "sign-in.no-client": "Without an OAuth client it is 409 CONFLICT, and the message says where to set one.",
  }),
  ...stated("contract: POST /v1/connections/GetSignInUrl; D28", {
    "sign-in.response": "GetSignInUrl returns signInUrl and state.",
    "sign-in.missing-fields": "Missing fields are 400 with details.",
    "sign-in.state": "state is random, single-use, bound to the caller, and expires after 10 minutes.",
    "sign-in.pkce": "PKCE S256 is used unless the provider refuses it.",
    "sign-in.provider-address": "signInUrl is the provider's address and contains state.",
    "sign-in.callback": "The provider redirects to {base_url}/oauth/callback.",
    "sign-in.confirm":
      "A browser without the caller's session must confirm on a page that names the receiver of the access.",
    "sign-in.bad-state": "A callback with an unknown, used or expired state stores nothing.",
  }),
];
