import { type Requirement, stated } from "./requirement.ts";

/** Connections: their record, default, refresh, objects, deletion and sign-in. */
export const connectionRequirements: Requirement[] = [
  ...stated("contract: PUT /v1/connections/{connectionId}/Default", {
    "connections.default.answer":
      "Setting a default answers applicationSlug, connectionId and isDefault true.",
    "connections.default.set": "The connection is then the caller's default for its application.",
    "connections.default.foreign": "Setting another caller's connection as default is 403.",
    "connections.default.per-caller": "A default is per caller: it does not touch another caller's.",
    "connections.default.per-application":
      "A default is per application: it does not touch another application's.",
  }),
  ...stated("contract: DELETE /v1/connections/{connectionId}/Default", {
    "connections.default.clear": "Clearing answers a JSON string, and the connection is no default any more.",
    "connections.default.clear-foreign": "Clearing another caller's default is 403.",
  }),
  ...stated("D10", {
    "connections.default.clear-unset": "Clearing a default that is not set is 200.",
  }),
  ...stated("contract: GET /v1/connections/{connectionId}/RefreshStatus", {
    "connections.refresh.status":
      "RefreshStatus has statusDescription, error, errorDate and lastRefreshDate.",
    "connections.refresh.status-foreign": "Another caller's refresh status is 403.",
  }),
  ...stated("contract: POST /v1/connections/{connectionId}/RefreshObjects", {
    "connections.refresh.start": "RefreshObjects answers a JSON string and starts a refresh.",
    "connections.refresh.start-foreign": "Refreshing another caller's connection is 403.",
  }),
  ...stated("contract: DELETE /v1/connections/{connectionId}", {
    "connections.delete": "DELETE removes one's own connection and answers a JSON string.",
    "connections.delete.foreign": "Deleting another caller's connection is 403 and leaves it.",
  }),
  ...stated("D25", {
    "connections.record": "A connection record has the members of D25 and no others.",
    "connections.record.initial": "A new connection is active; updatedDate and lastUsedDate are null.",
    "connections.record.fields": "fields are the values that are no secrets.",
    "connections.record.overridable": "overridableFields names the fields that may be overridden.",
    "connections.record.last-used": "lastUsedDate is set when a tool ran over the connection.",
    "connections.secrets.answers": "A secret is in no answer.",
    "connections.secrets.echoed": "A secret that the downstream repeats is masked.",
    "connections.secrets.logs": "A secret is in no log line.",
    "connections.secrets.at-rest": "A secret is nowhere in the data folder in clear.",
  }),
  ...stated("D26", {
    "connections.create": "POST /v1/connections stores a connection and answers its record.",
    "connections.create.one-method": "authenticationId may be left out when the application has one method.",
    "connections.create.unknown-application": "An unknown applicationSlug is a VALIDATION_ERROR there.",
    "connections.create.unknown-method":
      "An authenticationId of another application is a VALIDATION_ERROR there.",
    "connections.create.missing-field": "A missing required field is a VALIDATION_ERROR at fields.<name>.",
    "connections.create.unknown-field": "An unknown field is a VALIDATION_ERROR at fields.<name>.",
    "connections.create.unknown-environment": "An unknown environment is a VALIDATION_ERROR at environment.",
    "connections.environment": "A connection calls the server of its environment.",
    "connections.create.enum":
      "A field's value outside its allowed ones is a VALIDATION_ERROR at fields.<name>.",
    "connections.get": "GET /v1/connections/{connectionId} answers the record.",
    "connections.get.foreign": "Another caller's connection is 403.",
    "connections.list": "GET /v1/connections lists one's own connections only.",
    "connections.update.name": "PATCH changes the name and sets updatedDate.",
    "connections.update.fields": "PATCH changes fields, and the next call uses them.",
    "connections.update.validation": "PATCH checks fields and environment as creation does.",
    "connections.update.foreign": "Changing another caller's connection is 403.",
    "connections.test": "POST …/Test answers 200.",
    "connections.test.foreign": "Testing another caller's connection is 403.",
    "connections.objects": "GET …/Objects answers the list envelope.",
    "connections.objects.foreign": "Another caller's objects are 403.",
  }),
  ...stated("D26", {
    "connections.create.tried": "Credentials are tried when stored, when the application names a test call.",
    "connections.create.refused": "A refusal is 400 with the application's own words.",
    "connections.create.unreachable": "An application that cannot be asked refuses no credentials.",
    "connections.update.tried": "New credentials of a connection are tried before they replace the old ones.",
    "connections.test.outcome": "POST …/Test tells whether the application accepts the credentials.",
    "connections.account-label": "The test call's answer names the account.",
  }),
  ...stated("D27", {
    "connections.default.not-silent": "A first connection is no default by itself.",
    "connections.default.on-create": "isDefault true at creation makes it the default.",
    "connections.default.replaces": "A new default clears the caller's other one for that application.",
  }),
  ...stated("D28a", {
    "connections.delete.toolsets": "Deleting a connection removes it from toolsets.",
    "connections.delete.default": "Deleting a connection removes it as default.",
  }),
  ...stated("D28a", {
    "connections.delete.revokes":
      "Deleting revokes tokens at the provider where it can, and says whether it did.",
  }),
  ...stated("D28b", {
    "connections.refresh.member": "The numeric member is status: 0, 1 or 2.",
    "connections.refresh.never": "A connection never refreshed has status 0 and null error and dates.",
    "connections.refresh.finishes": "A refresh that succeeded has status 0 and a lastRefreshDate.",
    "connections.refresh.twice": "Starting a refresh while one runs is 200.",
    "connections.refresh.restart": "The refresh status survives a restart.",
  }),
  ...stated("D28b", {
    "connections.refresh.progress": "statusDescription counts what a refresh in progress has found.",
    "connections.refresh.kill": "A refresh that was running goes on after kill -9.",
    "connections.refresh.deleted": "A connection that is deleted during its refresh leaves nothing behind.",
    "connections.refresh.failed": "A failed refresh has status 2, error and errorDate.",
    "connections.refresh.keeps-error": "error and errorDate stay after a later success.",
    "connections.refresh.no-second": "Starting a refresh while one runs starts no second one.",
  }),
  ...stated("D28c", {
    "connections.objects.record": "An object has objectName, label, kind and, where known, a schema.",
    "connections.objects.search":
      "Objects are searched by name and label, narrowed to a kind, and listed in pages.",
    "connections.objects.replaced": "A refresh replaces what the one before it found.",
    "connections.objects.context": "contextValue picks an object.",
  }),
  ...stated("D28", {
    "sign-in.application-required": "GetSignInUrl without applicationSlug is a VALIDATION_ERROR there.",
    "sign-in.unknown-application":
      "GetSignInUrl for an unknown application is a VALIDATION_ERROR at applicationSlug.",
    "sign-in.not-oauth": "GetSignInUrl with a method that is no OAuth method is 400 with details.",
    "sign-in.one-method": "authenticationId may be left out when there is one OAuth method, and only then.",
    "sign-in.unknown-environment": "An unknown environment is 400 with details.",
    "sign-in.no-client": "Without an OAuth client it is 409 CONFLICT that says where to set it.",
  }),
  ...stated("contract: POST /v1/connections/GetSignInUrl; D28", {
    "sign-in.answer": "GetSignInUrl answers signInUrl and state.",
    "sign-in.missing-fields": "Missing fields are 400 with details.",
    "sign-in.state": "state is random, single-use, bound to the caller and ends after 10 minutes.",
    "sign-in.pkce": "PKCE S256 is always used unless the provider refuses it.",
    "sign-in.provider-address": "signInUrl is the provider's address and carries state.",
    "sign-in.callback": "The redirect comes back to {base_url}/oauth/callback.",
    "sign-in.confirm":
      "A browser without the caller's session must confirm on a page that names the receiver.",
    "sign-in.bad-state": "A callback with an unknown, used or expired state stores nothing.",
  }),
];
