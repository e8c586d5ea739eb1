/**
 * Builds built-in applications and prints what became of each: `node scripts/build-built-ins.ts [slug …]`. Files of npm packages
 * are kept in `.cache/packages`. Needs the npm registry the first time.
 */
import { join } from "node:path";
import {
  applicationsFolder,
  type BuiltApplication,
  BuiltInError,
  buildBuiltIn,
  iconOf,
  listBuiltInSlugs,
  loadDefinition,
  loadIcons,
  openPackageFiles,
} from "../packages/catalog/src/built-in/built-ins.ts";
import { verifyTools } from "../packages/catalog/testing/verify-tools.ts";

/** Compiling every schema of a huge document takes minutes; a sample finds the same mistakes. */
const maximumCompiledTools = 1500;

interface Row {
  application: string;
  tools: number;
  featured: number;
  skipped: number;
  warnings: number;
  problems: number;
  ms: number;
}

const root = join(import.meta.dirname, "..");
const packages = openPackageFiles(join(root, ".cache/packages"), process.env, root);

async function build(slug: string, isVerbose: boolean): Promise<Row> {
  const started = performance.now();
  try {
    const definition = await loadDefinition(slug);
    const built = await buildBuiltIn(definition, packages);
    const ms = Math.round(performance.now() - started);
    const { application, skipped, warnings } = built;
    const { tools } = application;
    const problems = verifyTools(application, Math.ceil(tools.length / maximumCompiledTools) || 1);
    if (application.slug !== slug) {
      problems.push(`its slug is ${application.slug}, and its folder is ${slug}`);
    }
    await loadIcons(new Map([[slug, iconOf(definition)]]), packages, applicationsFolder).catch(
      (error: Error) => problems.push(`its icon: ${error.message}`),
    );
    if (isVerbose) {
      describe(built);
    }
    for (const problem of problems) {
      console.log(`${slug}: PROBLEM ${problem}`);
    }
    return {
      application: slug,
      tools: tools.length,
      featured: tools.filter(({ isFeatured }) => isFeatured).length,
      skipped: skipped.length,
      warnings: warnings.length,
      problems: problems.length,
      ms,
    };
  } catch (error) {
    if (!(error instanceof Error)) {
      throw error;
    }
    console.log(error instanceof BuiltInError ? error.message : `${slug}: ${error.message}`);
    return { application: slug, tools: 0, featured: 0, skipped: 0, warnings: 0, problems: 1, ms: 0 };
  }
}

/** Prints what an author wants to check by eye. */
function describe({ application, skipped, warnings }: BuiltApplication): void {
  const { slug, name, environments, authentications, tools, manifest } = application;
  console.log(`${name} (${slug}): ${application.description}`);
  for (const { name: environment, serverUrl } of environments) {
    console.log(`  server ${environment}: ${serverUrl}`);
  }
  for (const { key, type, name: method, fields } of authentications) {
    console.log(
      `  method ${key} (${type}) "${method}": ${fields.map(({ fieldName }) => fieldName).join(", ")}`,
    );
  }
  console.log(`  manifest: ${JSON.stringify(manifest ?? {})}`);
  const paged = tools.filter((tool) => tool.manifest?.paging !== undefined).length;
  const lists = tools.filter(({ resultsPath }) => resultsPath !== null).length;
  console.log(`  ${tools.length} tools, ${lists} return lists, of which ${paged} are followed page by page`);
  for (const tool of tools.filter(({ isFeatured }) => isFeatured)) {
    console.log(`  featured ${tool.slug}: ${tool.name}`);
  }
  for (const { operation, reason } of skipped) {
    console.log(`  skipped ${operation}: ${reason}`);
  }
  for (const warning of warnings) {
    console.log(`  warning: ${warning}`);
  }
}

const named = process.argv.slice(2);
const rows: Row[] = [];
for (const slug of named.length > 0 ? named : await listBuiltInSlugs()) {
  rows.push(await build(slug, named.length > 0));
}
console.table(rows);
const total = (count: (row: Row) => number) => rows.reduce((sum, row) => sum + count(row), 0);
console.log(
  `Applications: ${rows.length}. Tools: ${total(({ tools }) => tools)}. Problems: ${total(({ problems }) => problems)}.`,
);
process.exitCode = total(({ problems }) => problems) > 0 ? 1 : 0;
