/** Every `errorCode` under `/v1` with its status and meaning (contract, Errors; decisions D2, D4). */
export const errorCodes = {
  VALIDATION_ERROR: {
    status: 400,
    meaning: "One or more members of the request are wrong; `details` names each.",
  },
  INVALID_REQUEST: {
    status: 400,
    meaning: "The request is malformed as a whole, for example not JSON, or too large, its headers included.",
  },
  UNAUTHORIZED: { status: 401, meaning: "The credential is missing or invalid." },
  FORBIDDEN: { status: 403, meaning: "The caller lacks access to the resource." },
  TOOL_NOT_PERMITTED: { status: 403, meaning: "The toolset or the key does not permit the tool." },
  NOT_FOUND: { status: 404, meaning: "The resource does not exist." },
  CONFLICT: { status: 409, meaning: "The request conflicts with the current state." },
  NO_DEFAULT_CONNECTION: {
    status: 409,
    meaning: "No connection was found: none was given, the toolset has none, and there is no default.",
  },
  AMBIGUOUS_CONNECTION: { status: 409, meaning: "Several connections of the toolset permit the tool." },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    meaning: "The idempotency key was used for another request, or its request is still running.",
  },
  RATE_LIMIT_EXCEEDED: { status: 429, meaning: "A budget of the company is used up; see `Retry-After`." },
  INTERNAL_ERROR: {
    status: 500,
    meaning:
      "An unexpected error. Nothing was half-written, and a retry is safe unless the message says that the tool was called.",
  },
} as const;

/** One of the codes of `errorCodes`. */
export type ErrorCode = keyof typeof errorCodes;
