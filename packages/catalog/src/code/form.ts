// Everything that an application written by hand imports. Operators import it as `bowline/application`.
export { z } from "zod";
export { type DefinedApplication, defineApplication } from "./define-application.ts";
export { defineTool } from "./define-tool.ts";
export { fromInput } from "./from-input.ts";
export { RequestError, ResponseError } from "./response-error.ts";
export type { DefinedTool } from "./tool-definition.ts";
export { ToolError } from "./tool-error.ts";
export type { AnyToolExample, ToolExample, ToolExamples, ToolExchange } from "./tool-examples.ts";
export type { ToolEgress, ToolRequest, ToolResponse, ToolRun } from "./tool-run.ts";
