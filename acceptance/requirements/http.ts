import { deferred, type Requirement, stated } from "./requirement.ts";

/** The rules every endpoint shares: statuses, order of checks, envelope, numbers. */
export const httpRequirements: Requirement[] = [
  ...stated("contract: Resources and their fields, conventions", {
    "http.json.camel-case": "Every member name of an answer is camelCase.",
    "http.json.timestamps": "Timestamps are ISO 8601 date-times.",
  }),
  ...stated("contract: Errors", {
    "errors.envelope.members":
      "Every non-200 answer carries errorCode, message, requestId, timestamp and path, all strings.",
    "errors.envelope.details": "details stands only beside VALIDATION_ERROR, as {field, issue} strings.",
    "errors.status.400": "A malformed body or an invalid parameter is 400.",
    "errors.status.401": "A missing or invalid credential is 401.",
    "errors.status.403": "A caller without access to a resource gets 403.",
    "errors.status.404": "A resource that does not exist is 404.",
    "errors.status.409": "A conflict is 409.",
    "errors.status.429": "An exceeded rate limit is 429 with Retry-After in whole seconds.",
    "errors.status.500": "An unexpected internal error is 500.",
    "errors.code.validation": "A field-level failure is 400 VALIDATION_ERROR with details.",
    "errors.code.no-default": "Execution that finds no connection is 409 NO_DEFAULT_CONNECTION.",
  }),
  ...stated("contract: Versioning", {
    "versioning.path": "The version v1 is the first segment of every API path.",
    "versioning.unknown-version": "No other version is served.",
  }),
  ...deferred("contract: Versioning", "A promise about the project's changelog; nothing to ask a server.", {
    "versioning.changelog": "A breaking change to /v1 is announced in a changelog before it ships.",
  }),
  ...stated("contract: Errors, 500", {
    "errors.no-500": "Nothing that a caller sends makes a 500.",
  }),
  ...stated("D1", { "http.success-is-200": "Every successful answer under /v1 has status 200." }),
  ...stated("D2", {
    "http.closed-statuses": "Under /v1 only 200, 400, 401, 403, 404, 409, 429 and 500 are sent.",
    "http.protocol":
      "A request that breaks HTTP's own rules, or is too large, gets a status of the closed set.",
    "http.body.too-large": "A body over the limit is 400 INVALID_REQUEST.",
    "http.body.not-json": "A body that is not JSON is 400 INVALID_REQUEST.",
    "http.body.content-type": "A body of another content type is 400 INVALID_REQUEST.",
    "http.body.missing": "A missing required body is 400 INVALID_REQUEST.",
    "http.method.unknown": "A known path with another method is 404 NOT_FOUND.",
    "http.dependency.database-down": "With the database down a call is 500 INTERNAL_ERROR.",
    "http.dependency.safe-to-retry":
      "After such a 500 nothing is half-written and the same call succeeds later.",
  }),
  ...stated("D3", {
    "http.order.credential-first":
      "The credential is checked before the route: an unknown path without one is 401.",
    "http.order.budget-before-route": "The budget is checked before the route: an unknown path can be 429.",
    "http.order.route-before-input":
      "The route is checked before the body: a bad body to an unknown path is 404.",
    "http.order.input-before-existence":
      "The input is checked before existence: a bad body for a missing thing is 400.",
    "http.order.existence-before-permission":
      "Existence is checked before permission: a missing thing is 404 to anyone.",
    "http.order.permission-before-conflict":
      "Permission is checked before conflict: a forbidden caller never sees 409.",
    "http.order.unknown-path": "An unknown path under /v1 is 404 NOT_FOUND for a valid credential.",
  }),
  ...stated("D4", {
    "errors.code.table": "Every errorCode is one of the table and comes with its own status.",
    "errors.code.invalid-request": "INVALID_REQUEST carries no details.",
  }),
  ...stated("D5", {
    "errors.details.path": "details[].field is a program's path: a.b and a[0].b.",
    "errors.details.query": "A query value is named by its bare name in details.",
    "errors.details.all": "All problems are reported at once.",
    "errors.details.cap": "At most 100 problems are reported.",
  }),
  ...stated("D6", {
    "http.path.without-query": "path in the envelope is the request path without its query.",
    "http.path.as-sent": "path in the envelope keeps the percent-encoding of the request.",
    "http.request-id.header": "The request id is sent as x-request-id on every answer.",
    "http.request-id.taken": "A caller's own x-request-id of the allowed form is taken.",
    "http.request-id.replaced": "A caller's x-request-id of another form is replaced.",
    "errors.timestamp.utc": "timestamp is UTC with milliseconds.",
  }),
  ...stated("D7", {
    "http.body.unknown-member": "An unknown member of a body is a VALIDATION_ERROR that names it.",
    "http.body.unknown-nested-member": "An unknown member inside a list's entry is named by its path.",
    "http.query.unknown-value": "Unknown query values are ignored.",
  }),
  ...stated("D8", {
    "http.numbers.body-int32": "An int32 member of a body past the range is a VALIDATION_ERROR.",
    "http.ids.below-one": "An id below 1 is 404.",
    "http.ids.not-an-integer":
      "A path or query id that is no integer is 400 VALIDATION_ERROR naming connectionId.",
    "http.ids.past-int32": "A path or query id past int32 is 400 VALIDATION_ERROR naming connectionId.",
    "http.guids.malformed": "A toolset id that is no GUID is 400 VALIDATION_ERROR naming toolsetId.",
    "http.guids.any-case": "A GUID is accepted in any case.",
    "http.guids.lower-case": "A GUID is answered in lower case.",
  }),
  ...stated("D9", {
    "http.body.limit": "The body limit is 1 MiB by default: less passes, more is refused.",
    "http.body.nesting": "A body nested deeper than 64 levels is 400.",
  }),
  ...stated("D9a", {
    "http.references.path": "What a path names and does not exist is 404.",
    "http.references.query": "What a query value names and does not exist is 404.",
    "http.references.body": "What a body names and does not exist is a VALIDATION_ERROR at that member.",
    "http.references.foreign-path": "Another caller's thing named by a path is 403.",
    "http.references.foreign-query": "Another caller's thing named by a query value is 403.",
    "http.references.foreign-body": "Another caller's thing named by a body is 403.",
  }),
  ...stated("D10", {
    "http.delete.sentence": "A delete answers a JSON string that says what happened.",
    "http.delete.gone": "Deleting what is gone is 404.",
  }),
];
