import type { z } from "zod";
import { jsonPointer } from "../../manifest/json-pointer.ts";
import { type NativeResults, nativeResults } from "../../manifest/native-results.ts";
import { type ToolContext, type ToolManifest, toolContext } from "../../manifest/tool-manifest.ts";
import { type ToolPaging, toolPaging } from "../../manifest/tool-paging.ts";
import { isRecord, recordOf, type UncheckedRecord } from "../../record.ts";
import type { HttpTool } from "../../tool.ts";
import type { References } from "../document/references.ts";
import type { Notes } from "../notes.ts";
import { detectPaging } from "../responses/detect-paging.ts";
import { findLargestPage } from "../responses/largest-page.ts";

type UnnamedTool = Omit<HttpTool, "slug">;

export interface MarkScope {
  references: References;
  notes: Notes;
}

/** Thrown for a wrong mark. The mark is left out with a remark, and the tool stays. */
class MarkError extends Error {}

/**
 * Adds the marks of an operation to its tool (decisions D24): `x-bowline-paging`, `x-bowline-results` and
 * `x-bowline-context`. Names of parameters and body properties in them become names of the tool's inputs. Paging that is
 * certain from the document needs no mark; `x-bowline-paging: false` says that it is wrong.
 *
 * @param response the schema of the response as it stands in the document
 */
export function addToolMarks<Tool extends UnnamedTool>(
  tool: Tool,
  declaration: UncheckedRecord,
  response: unknown,
  { references, notes }: MarkScope,
): Tool {
  const read = <Value>(mark: string, make: (value: unknown) => Value): Value | undefined => {
    if (declaration[mark] === undefined || (declaration[mark] === false && mark === "x-bowline-paging")) {
      return undefined;
    }
    try {
      return make(declaration[mark]);
    } catch (error) {
      if (!(error instanceof MarkError)) {
        throw error;
      }
      notes.addAt(`The mark ${mark} is left out: ${error.message}`, tool.operationKey);
      return undefined;
    }
  };
  const resultsPath = read("x-bowline-paging", readResultsPath) ?? tool.resultsPath;
  const isMarked = declaration["x-bowline-paging"] !== undefined;
  const paging = isMarked
    ? read("x-bowline-paging", (value) => readPaging(tool, value))
    : detectPaging(tool, declaration, response, references);
  const results = read("x-bowline-results", (value) => readResults(tool, value));
  const context = read("x-bowline-context", (value) => readContext(tool, value));
  const manifest: ToolManifest = {
    ...(paging !== undefined && { paging }),
    ...(results !== undefined && { results }),
    ...(context !== undefined && { context }),
  };
  if (Object.keys(manifest).length === 0) {
    return tool;
  }
  const marked = { ...tool, manifest, contextType: context?.type ?? tool.contextType };
  return paging === undefined ? marked : { ...marked, resultsPath };
}

/** Reads the mark's path of the list, which replaces the one found in the schema. */
function readResultsPath(value: unknown): string | undefined {
  const stated = recordOf(value).resultsPath;
  return stated === undefined ? undefined : parse(jsonPointer, stated);
}

function readPaging(tool: UnnamedTool, value: unknown): ToolPaging {
  const { resultsPath, ...members } = recordOf(value);
  if (resultsPath === undefined && tool.resultsPath === null) {
    throw new MarkError("the path of its list of results is unknown; set resultsPath");
  }
  const stated = parse(toolPaging, isRecord(value) ? members : value);
  const parameter = stated.parameter === undefined ? {} : { parameter: inputNamed(tool, stated.parameter) };
  const paging = { ...stated, ...parameter };
  if (stated.sizeParameter === undefined) {
    return paging;
  }
  const sizeParameter = inputNamed(tool, stated.sizeParameter);
  const maxSize =
    stated.maxSize ?? findLargestPage(recordOf(recordOf(tool.inputSchema.properties)[sizeParameter]));
  return { ...paging, sizeParameter, ...(maxSize !== undefined && { maxSize }) };
}

function readResults(tool: UnnamedTool, value: unknown): NativeResults {
  const { top, offset, filters, sort } = parse(nativeResults, value);
  return {
    ...(top && { top: { ...top, parameter: inputNamed(tool, top.parameter) } }),
    ...(offset && { offset: { parameter: inputNamed(tool, offset.parameter) } }),
    ...(filters && {
      filters: filters.map((filter) => ({ ...filter, parameter: inputNamed(tool, filter.parameter) })),
    }),
    ...(sort && {
      sort: sort.map((order) => ({
        ...order,
        parameters: Object.fromEntries(
          Object.entries(order.parameters).map(([name, text]) => [inputNamed(tool, name), text]),
        ),
      })),
    }),
  };
}

function readContext(tool: UnnamedTool, value: unknown): ToolContext {
  const context = parse(toolContext, value);
  return { ...context, inputs: context.inputs.map((name) => inputNamed(tool, name)) };
}

/** Finds the input for a name of a parameter, of a body property, or of the input itself. */
function inputNamed(tool: UnnamedTool, name: string): string {
  const { parameters, body } = tool.binding;
  const properties = body !== null && "properties" in body.from ? body.from.properties : [];
  const found = [...parameters, ...properties].find((one) => one.name === name)?.input;
  if (found !== undefined) {
    return found;
  }
  if (Object.hasOwn(recordOf(tool.inputSchema.properties), name)) {
    return name;
  }
  throw new MarkError(`the operation has no parameter ${JSON.stringify(name)}`);
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) {
    return result.data;
  }
  const [issue] = result.error.issues;
  const place = issue?.path.join(".") ?? "";
  throw new MarkError(`${place === "" ? "" : `${place}: `}${issue?.message ?? "it is malformed"}`);
}
