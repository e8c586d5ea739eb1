import { deferred, type Requirement, stated } from "./requirement.ts";

/** The rules of every endpoint: statuses, order of checks, envelope, numbers. */
export const httpRequirements: Requirement[] = [
  ...stated("contract: Resources and their fields, conventions", {
    "http.json.camel-case": "Every member name of a response is camelCase.",
    "http.json.timestamps": "Timestamps are ISO 8601 date-times.",
  }),
  ...stated("contract: Errors", {
    "errors.envelope.members":
      "Every non-200 response has errorCode, message, requestId, timestamp and path, all strings.",
    "errors.envelope.details": "Only a VALIDATION_ERROR has details: a list of {field, issue} strings.",
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
  ...deferred("contract: Versioning", "This is about the project's changelog; a server cannot show it.", {
    "versioning.changelog": "A breaking change to /v1 is announced in a changelog before it ships.",
  }),
  ...stated("contract: Errors, 500", {
    "errors.no-500": "No request of a caller causes a 500.",
  }),
  ...stated("D1", { "http.success-is-200": "Every successful response under /v1 has status 200." }),
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
    "http.dependency.oauth-page":
      "With the database down a browser at the authorization server gets a page, and a program `server_error`.",
    "http.dependency.safe-to-retry":
      "After such a 500 nothing is partly written, and the same call succeeds later.",
  }),
  ...stated("D3", {
    "http.order.credential-first":
      "The credential is checked before the route: an unknown path without one is 401.",
    "http.order.budget-before-route": "The budget is checked before the route: an unknown path can be 429.",
    "http.order.route-before-input":
      "The route is checked before the body: a bad body to an unknown path is 404.",
    "http.order.input-before-existence":
      "The input is checked before existence: a bad body for a missing resource is 400.",
    "http.order.existence-before-permission":
      "Existence is checked before permission: a missing resource is 404 for everyone.",
    "http.order.input-before-conflict":
      "The input is checked before a conflict: a wrong import over a taken slug is 400.",
    "http.order.permission-before-conflict":
      "Permission is checked before conflict: a forbidden caller never sees 409.",
    "http.order.unknown-path": "An unknown path under /v1 is 404 NOT_FOUND for a valid credential.",
  }),
  ...stated("D4", {
    "errors.code.table": "Every errorCode is in the table and has the status given there.",
    "errors.code.invalid-request": "INVALID_REQUEST has no details.",
  }),
  ...stated("D5", {
    "errors.details.path": "details[].field is a path such as a.b or a[0].b.",
    "errors.details.query": "details names a query parameter without a prefix.",
    "errors.details.all": "All problems are reported together.",
    "errors.details.cap": "At most 100 problems are reported.",
  }),
  ...stated("D6", {
    "http.path.without-query": "path in the envelope is the request path without its query.",
    "http.path.as-sent": "path in the envelope keeps the percent-encoding of the request.",
    "http.request-id.header": "Every response has the request id as x-request-id.",
    "http.request-id.taken": "A caller's x-request-id of the allowed form is used.",
    "http.request-id.replaced": "A caller's x-request-id of another form is replaced.",
    "errors.timestamp.utc": "timestamp is UTC with milliseconds.",
  }),
  ...stated("D7", {
    "http.body.unknown-member": "An unknown member of a body is a VALIDATION_ERROR that names it.",
    "http.body.names":
      "A name that people enter is one line without control characters and has one that is seen, else 400 VALIDATION_ERROR.",
    "http.body.unknown-nested-member": "An unknown member inside a list's entry is named by its path.",
    "http.query.unknown-value": "Unknown query parameters are ignored.",
  }),
  ...stated("D8", {
    "http.numbers.body-int32": "A body member outside the int32 range is a VALIDATION_ERROR.",
    "http.numbers.exact":
      "A body with a number that would change on its way, such as 9007199254740993, is 400 by the API, and over MCP outside of a tool's arguments, and nothing is sent.",
    "http.ids.below-one": "An id below 1 is 404.",
    "http.ids.not-an-integer":
      "A path or query id that is not an integer is 400 VALIDATION_ERROR naming connectionId.",
    "http.ids.past-int32": "A path or query id outside int32 is 400 VALIDATION_ERROR naming connectionId.",
    "http.guids.malformed": "A toolset id that is not a GUID is 400 VALIDATION_ERROR naming toolsetId.",
    "http.guids.any-case": "A GUID is accepted in any case.",
    "http.guids.lower-case": "A GUID is returned in lower case.",
  }),
  ...stated("D8a", {
    "execute.large-integers":
      "The digits of an integer beyond 2^53 as text are sent as that number where a tool wants a number: in path, query, header, form and JSON body, by the API and over MCP.",
    "execute.large-integers.refused":
      "Digits as text that a number of JSON holds exactly are refused where a tool wants a number, and so are large ones that break a rule of the schema by one.",
    "execute.large-integers.shown":
      "History, dry run, presets, approvals and idempotency keys keep every digit of such an integer.",
  }),
  ...stated("D9", {
    "http.body.limit":
      "The body limit is 1 MiB by default: a smaller body is accepted, a larger one refused.",
    "http.body.nesting": "A body nested deeper than 64 levels is 400.",
  }),
  ...stated("D9a", {
    "http.references.path": "A missing resource in a path is 404.",
    "http.references.query": "A missing resource in a query parameter is 404.",
    "http.references.body": "A missing resource in a body is a VALIDATION_ERROR at that member.",
    "http.references.foreign-path": "Another caller's resource in a path is 403.",
    "http.references.foreign-query": "Another caller's resource in a query parameter is 403.",
    "http.references.foreign-body": "Another caller's resource in a body is 403.",
  }),
  ...stated("D10", {
    "http.delete.sentence": "A delete returns a JSON string that says what happened.",
    "http.delete.gone": "Deleting a deleted resource is 404.",
  }),
];
