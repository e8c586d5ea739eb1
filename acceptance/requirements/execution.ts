import { type Requirement, stated } from "./requirement.ts";

/** Execution up to the run step: tool, connection, overrides, input. */
export const executionRequirements: Requirement[] = [
  ...stated("contract: Tool execution types", {
    "execute.request.optional": "Every member of the request is optional: {} is valid.",
    "execute.request.nullable": "Every member of the request may be null.",
    "execute.request.closed": "Any other member, such as activityName, is a VALIDATION_ERROR that names it.",
    "execute.request.types": "A member of the wrong type is a VALIDATION_ERROR that names it.",
    "execute.request.body-required": "The body is required.",
    "execute.request.condition": "A filter needs fieldName, operator and value, all strings.",
    "execute.request.sort": "A sort clause needs fieldName and orderDirection, which is 1 or -1.",
    "execute.request.override": "An override needs fieldName and value, both strings.",
    "execute.response.members":
      "The response has isSuccess, errorMessage, executionInfo, output and historyId and no others.",
    "execute.response.success": "On success isSuccess is true and errorMessage null.",
    "execute.response.execution-info":
      "executionInfo has the downstream statusCode and headers, executionTime in ms and dataSize in bytes.",
    "execute.response.output": "output is the tool's result.",
    "execute.response.history-id": "historyId is the int32 id of the history record.",
  }),
  ...stated("contract: POST /v1/tools/{toolSlug}/execute", {
    "execute.tool.missing": "An unknown tool slug is 404.",
    "execute.status.200": "When the tool ran, the response is 200.",
    "execute.runtime-failure": "A failed downstream call is 200 with isSuccess false and errorMessage.",
  }),
  ...stated("contract: Tool execution types", {
    "execute.context-value": "contextValue is passed to the tool.",
  }),
  ...stated("D28c", {
    "execute.context-unknown":
      "A contextValue that is not among a refreshed connection's objects is 400 at contextValue.",
    "execute.context-unrefreshed": "A connection that was never refreshed accepts any contextValue.",
    "execute.context-twice": "A contextValue together with an input that it fills is 400 at contextValue.",
    "execute.context-form": "A contextValue that cannot be a name of its kind is 400 at contextValue.",
  }),
  ...stated("contract: POST /v1/tools/{toolSlug}/execute, rule 2", {
    "execute.resolution.explicit": "An explicit connectionId wins over toolset and default.",
    "execute.resolution.toolset": "The toolset's connection for the application wins over the default.",
    "execute.resolution.default": "Without either, the caller's default for the application is used.",
    "execute.resolution.none": "Otherwise it is 409 NO_DEFAULT_CONNECTION.",
    "execute.resolution.not-another-default": "Another caller's default is never used.",
    "execute.resolution.not-the-only-one":
      "A connection that is not the default is not used, even when it is the only one.",
  }),
  ...stated("contract: POST /v1/tools/{toolSlug}/execute, query", {
    "execute.query.connection-missing": "A connectionId that does not exist is 404.",
    "execute.query.connection-foreign": "Another caller's connectionId is 403.",
    "execute.query.toolset-missing": "A toolsetId that does not exist is 404.",
    "execute.query.toolset-foreign": "Another caller's toolsetId is 403.",
    "execute.query.empty": "An empty connectionId or toolsetId counts as left out.",
  }),
  ...stated("contract: POST /v1/tools/{toolSlug}/execute, rule 3", {
    "execute.override.applies": "customConnectionData replaces an overridable field for that call.",
    "execute.override.once": "An override does not change the stored connection.",
    "execute.override.not-overridable": "A field that is not overridable is a VALIDATION_ERROR at the item.",
    "execute.override.stays-inside":
      "An override cannot send a call to another host or outside the server's path.",
    "execute.override.unknown": "A field that the connection lacks is a VALIDATION_ERROR at the item.",
  }),
  ...stated("D29", {
    "execute.order.tool-before-connection": "The tool is found before the connection.",
    "execute.order.connection-before-overrides": "The connection is found before overrides are checked.",
    "execute.order.overrides-before-input": "Overrides are checked before the input.",
    "execute.sub-items.merged": "subItems are merged into the input.",
    "execute.sub-items.clash": "A name in both fields and subItems is a VALIDATION_ERROR.",
    "execute.input.schema": "Input that breaks the schema is a VALIDATION_ERROR at fields.<path>.",
    "execute.input.missing": "A missing required input is a VALIDATION_ERROR at fields.<name>.",
    "execute.input.unknown": "An input that the tool lacks is a VALIDATION_ERROR at fields.<name>.",
    "execute.input.all-at-once": "All problems of the input are reported together.",
    "execute.nothing-sent": "Nothing is sent downstream before all checks have passed.",
  }),
  ...stated("D30", {
    "execute.resolution.explicit-other-application": "An explicit connection of another application is 400.",
    "execute.resolution.not-permitted":
      "When the toolset has connections of the application but none permits the tool, it is 403 TOOL_NOT_PERMITTED.",
    "execute.resolution.not-permitted-no-default": "In that case the default is not used instead.",
    "execute.resolution.several-default":
      "When several permit the tool, the caller's default among them is used.",
    "execute.resolution.ambiguous":
      "When several permit the tool and none is the default, it is 409 AMBIGUOUS_CONNECTION, which names them.",
    "execute.resolution.toolset-without-application":
      "With a toolset without a connection of the application, the default is used.",
    "execute.resolution.no-credentials":
      "A tool of an application without credentials runs without a connection.",
    "execute.resolution.explicit-none":
      "A connection with the method none is used when connectionId names it.",
    "execute.resolution.header-id": "x-bowline-connection-id names the connection used.",
    "execute.resolution.header-by": "x-bowline-resolved-by is explicit, toolset, default or none.",
  }),
  ...stated("D24", {
    "execute.http.path": "Path parameters are written in simple, label and matrix style.",
    "execute.http.query":
      "Query parameters are written in form, spaceDelimited, pipeDelimited and deepObject style.",
    "execute.http.header": "Header parameters are sent.",
    "execute.http.cookie": "Cookie parameters are sent.",
    "execute.http.encoding":
      "Values are percent-encoded, so that a value cannot change another part of the address.",
    "execute.http.json": "A JSON body arrives as JSON.",
    "execute.http.form": "A form body arrives form-encoded.",
    "execute.http.multipart": "A multipart body arrives with its fields and files.",
    "execute.http.text": "A text body arrives unchanged.",
    "execute.http.binary": "A binary body arrives decoded from base64.",
    "execute.http.json-array": "A body that is an array arrives as an array.",
    "execute.http.name-clash":
      "A parameter and a body property with the same name both arrive in their place.",
    "execute.auth.api-key": "An apiKey method sends the key in its header, query or cookie.",
    "execute.auth.basic": "A basic method sends username and password according to RFC 7617.",
    "execute.auth.basic-key":
      "A basic method takes a key as user name without a password, and keeps it secret.",
    "execute.auth.bearer": "A bearer method sends the token in Authorization.",
    "execute.auth.server-variable": "A server variable's value goes into the address.",
    "execute.auth.not-followed": "Credentials do not follow a redirect to another host.",
  }),
  ...stated("D36", {
    "execute.dry-run.response": "dryRun returns 200; output is the request that would be sent.",
    "execute.dry-run.not-sent": "dryRun sends nothing.",
    "execute.dry-run.masked": "dryRun masks secrets.",
    "execute.dry-run.no-history": "dryRun creates no history record.",
    "execute.dry-run.checks": "dryRun runs every check.",
    "execute.dry-run.private":
      "dryRun of a call to a private IP address that the operator has not allowed fails with the same kind and message as the call.",
    "execute.dry-run.refused":
      "dryRun of a call that would not be sent, because its connection has ended or its application's address has moved, fails with the same kind and message, without a link to sign in.",
  }),
];

/** The outcome of an execution: filtered results, failures, history, idempotency. */
export const outcomeRequirements: Requirement[] = [
  ...stated("contract: Tool execution types, results", {
    "results.top": "top limits the number of results.",
    "results.offset": "offset skips leading results.",
    "results.negative": "A negative offset or top is a VALIDATION_ERROR that names it.",
  }),
  ...stated("D31", {
    "results.output-list": "Filters, sort, offset and top apply to the output itself when it is an array.",
    "results.path-list": "They apply to the array at resultsPath; the rest of the output does not change.",
    "results.together": "Filters are applied first, then sort, then offset and top.",
    "results.no-list-tool": "For a tool that returns no list they are 400 before the call.",
    "results.unknown-output-list": "A read-only tool with unknown output is called.",
    "results.unknown-output-no-list": "If its result has no list, the execution fails.",
    "results.unknown-output-write":
      "For a tool that writes and has unknown output they are 400 before the call.",
    "results.record-unshaped":
      "Without filters, sort, offset and top the output is what the downstream sent.",
  }),
  ...stated("D32", {
    "filters.eq": "eq keeps equal values.",
    "filters.ne": "ne keeps other values.",
    "filters.order": "gt, gte, lt and lte compare in order.",
    "filters.contains": "contains and notContains look for a substring, ignoring case.",
    "filters.starts-ends": "startsWith and endsWith ignore case.",
    "filters.in-array": "in and notIn take a JSON array.",
    "filters.in-commas": "in and notIn take a comma list.",
    "filters.null": "isNull and isNotNull look for null or missing values.",
    "filters.number": "Numbers are compared as numbers.",
    "filters.boolean": "Booleans are compared as booleans.",
    "filters.date-time": "Date-times are compared as instants, whatever their offset.",
    "filters.text": "Other values are compared as text.",
    "filters.dotted": "fieldName is a dotted path.",
    "filters.all": "All conditions must hold.",
    "filters.unknown-operator": "An unknown operator is a VALIDATION_ERROR at filters[i].operator.",
    "sort.ascending": "orderDirection 1 sorts in ascending order.",
    "sort.descending": "orderDirection -1 sorts in descending order.",
    "sort.clauses": "Later clauses order equal values.",
    "sort.stable": "Sorting is stable.",
    "sort.nulls-last": "Nulls come last, in both directions.",
    "sort.dotted": "A sort's fieldName is a dotted path.",
  }),
  ...stated("D33", {
    "failures.kind-header":
      "The response of a tool that failed has its kind in the header x-bowline-failure-kind.",
    "failures.refused": "A 4xx response of the downstream is downstreamRefused.",
    "failures.message": "errorMessage contains the downstream's own message.",
    "failures.info": "executionInfo has the statusCode of a refusal.",
    "failures.unavailable": "A downstream that cannot be reached is downstreamUnavailable.",
    "failures.server-error": "A 5xx response is a failure with its statusCode; 503 is downstreamUnavailable.",
    "failures.broken": "A connection that breaks midway is downstreamUnavailable.",
    "failures.timeout": "When the downstream takes too long, the failure is timeout.",
    "failures.rate-limited": "A 429 of the downstream is rateLimited, not our own 429.",
    "failures.unauthorized":
      "A 401 of the downstream is authorizationExpired or downstreamRefused, not our 401.",
    "failures.refresh": "When a token cannot be refreshed, the failure is authorizationExpired.",
    "failures.missing-scope": "A refusal for lack of a scope is missingScope.",
    "failures.too-large": "An output over the limit is outputTooLarge.",
    "failures.unreadable": "A response that does not match its content type is invalidOutput.",
    "failures.private-network":
      "An address in a private network is not called unless the network is allowed.",
  }),
  ...stated("D31", {
    "results.downstream": "The downstream applies filters, sort, offset and top where it supports them.",
    "results.pages.needed": "Pages are read as far as filters, sort, offset and top need.",
    "results.pages.unasked": "Without any of them only one page is read.",
    "results.pages.caller": "The caller's own page and page size are kept.",
    "results.pages.envelope": "The output around the results is the last page's.",
    "results.pages.cut": "When a limit cuts a list, x-bowline-results-cut says so.",
    "results.pages.only":
      "When the only page that can be read is full and more results were wanted, x-bowline-results-cut says so.",
    "results.pages.circle": "Pages that repeat in a circle stop, and x-bowline-results-cut says so.",
    "results.pages.origin": "A next page at another origin is never requested.",
    "results.pages.failure": "When a page fails, the execution fails.",
  }),
  ...stated("D34", {
    "history.source": "A record's source is api, mcp or console.",
    "history.every-run": "Every execution that reached the run step has a record, also when it failed.",
    "history.not-before": "An execution refused before the run step has no record.",
    "history.record":
      "A record contains the caller, tool, connection, resolvedBy, source api, outcome and timing.",
    "history.kind": "The record of a failed execution has its failureKind.",
    "history.input": "A record contains the input.",
    "history.masked": "Secrets are masked in a record.",
    "history.output": "A record contains the output.",
    "history.output-limit": "An output above the history's size limit is not stored in full.",
    "history.list": "GET /v1/executions lists records in the list envelope.",
    "history.filter.tool": "The list is filtered by tool.",
    "history.filter.connection": "The list is filtered by connection.",
    "history.filter.success": "The list is filtered by success.",
    "history.filter.dates": "The list is filtered by from and to.",
    "history.get": "GET /v1/executions/{historyId} returns one record.",
    "history.get.missing": "A record that does not exist is 404.",
    "history.get.foreign": "Another member's record is 403 for a Member.",
    "history.off": "BOWLINE_HISTORY=off: historyId is null and no record is kept.",
    "history.metadata": "BOWLINE_HISTORY=metadata: the record has neither input nor output.",
    "history.durable": "A record whose historyId was returned survives kill -9.",
  }),
  ...stated("D35", {
    "idempotency.replay":
      "The same key with the same request returns the stored response and sends nothing again.",
    "idempotency.running": "While the first request is running, the second is 409 IDEMPOTENCY_CONFLICT.",
    "idempotency.other-request": "The same key with another request is 409 IDEMPOTENCY_CONFLICT.",
    "idempotency.durable": "A stored response survives kill -9.",
    "idempotency.per-caller": "Keys are per caller.",
    "idempotency.no-key": "Without a key every call is sent.",
    "idempotency.refused": "A request refused before the run step does not use up the key.",
    "idempotency.unsent":
      "A call that was not sent, since its connection has ended, or its application's address has moved or cannot be reached, does not use up the key.",
    "idempotency.retry-safe": "The gateway does not retry a writing call whose connection broke.",
  }),
];
