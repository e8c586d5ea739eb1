import { existsSync, globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CatalogApplication, CatalogAuthentication, ToolExamples } from "@bowline/catalog";
import { buildCodeApplication } from "@bowline/catalog/build-code-application";
import { credentialCanary } from "./example-stand-in.ts";

/** Test support: an application written by hand, with the examples of its tools. */
export interface HandWrittenApplication {
  application: CatalogApplication;
  examples: ToolExamples;
  serverUrl: string;
}

const catalogFolder = join(import.meta.dirname, "../../catalog");
/** The folder of the worked one, as if an operator had written it. */
export const workedFolder: string = join(catalogFolder, "testing");

/** Loads all applications of `packages/catalog/applications/` that are written by hand, and the worked one for tests. */
export async function loadHandWritten(): Promise<HandWrittenApplication[]> {
  const folders = globSync(["applications/*", "testing/chat"], { cwd: catalogFolder }).toSorted();
  const loaded = await Promise.all(folders.map((folder) => loadFolder(join(catalogFolder, folder))));
  return loaded.filter((one) => one !== null);
}

async function loadFolder(folder: string): Promise<HandWrittenApplication | null> {
  const file = join(folder, "application.ts");
  const { application } = existsSync(file) ? await import(pathToFileURL(file).href) : {};
  if (application?.kind !== "application") {
    return null;
  }
  const examplesFile = join(folder, "examples.ts");
  // A test of the catalog says which examples are missing.
  const { examples = {} } = existsSync(examplesFile) ? await import(pathToFileURL(examplesFile).href) : {};
  const source = dirname(folder) === workedFolder ? "code" : "builtin";
  const origin = { source, file: `${basename(folder)}/application.ts` } as const;
  const [environment] = application.definition.environments;
  return {
    application: buildCodeApplication(application, origin),
    examples,
    serverUrl: environment?.serverUrl ?? "",
  };
}

/**
 * Moves an application to the stand-in, with one method that needs no sign-in: the first that is none, else the first with its token
 * as an ordinary field.
 */
export function moveApplication(application: CatalogApplication, url: string): CatalogApplication {
  const serverUrl = `${url}/${application.slug}`;
  const { authentications, tools } = application;
  const method = authentications.find(({ oauth2 }) => oauth2 === undefined) ?? authentications[0];
  return {
    ...application,
    environments: [{ name: "production", serverUrl }],
    authentications: method === undefined ? [] : [withoutSignIn(method)],
    tools: tools.map((tool) =>
      "serverUrl" in tool.binding && tool.binding.serverUrl !== null
        ? { ...tool, binding: { ...tool.binding, serverUrl } }
        : tool,
    ),
  };
}

function withoutSignIn({ oauth2, ...method }: CatalogAuthentication): CatalogAuthentication {
  return {
    ...method,
    type: oauth2 === undefined ? method.type : "bearer",
    fields: method.fields.map(({ pattern: _, ...field }) => field),
  };
}

/** A value for every field of a method, which the stand-in recognizes. */
export const fillFields = ({ fields }: CatalogAuthentication): Record<string, string> =>
  Object.fromEntries(
    fields.map((field) => [
      field.fieldName,
      field.enum?.[0] ?? field.default ?? `${credentialCanary}-${field.fieldName}`,
    ]),
  );
