import type { ExecutionInfo, Failure, FailureKind } from "./outcome.ts";

/** The information on a call that was not sent. */
export const describeNoCall = (): ExecutionInfo => ({
  statusCode: null,
  headers: null,
  executionTime: 0,
  dataSize: null,
});

/** Builds a failure without an output. @param executionInfo default: nothing was sent */
export const buildFailure = (
  kind: FailureKind,
  message: string,
  executionInfo: ExecutionInfo = describeNoCall(),
): Failure => ({ isSuccess: false, kind, message, output: null, executionInfo });
