import { resolve } from "node:path";
import { listBuiltInSlugs } from "@bowline/catalog";
import { type AcceptedApplication, findSlugProblem } from "./code-files/find-slug-problem.ts";
import { listCodeFiles } from "./code-files/list-code-files.ts";
import { readCodeApplication } from "./code-files/read-code-application.ts";

/**
 * `bowline app test`: loads the applications of a folder as the server does, and prints what they are as JSON.
 *
 * @param args the folder
 */
async function main([folder = "."]: string[]): Promise<void> {
  const path = resolve(folder);
  const builtInSlugs = await listBuiltInSlugs();
  const accepted: AcceptedApplication[] = [];
  const checked = [];
  for (const file of await listCodeFiles(path)) {
    const report = await readCodeApplication({ folder: path, file });
    if ("reason" in report) {
      checked.push({ file, problem: report.reason, slug: null, tools: [] });
      continue;
    }
    const { slug, tools } = report.application;
    const problem = findSlugProblem(slug, accepted, builtInSlugs);
    if (problem === null) {
      accepted.push({ slug, file });
    }
    checked.push({ file, problem, slug, tools: tools.map((tool) => tool.slug) });
  }
  console.log(JSON.stringify(checked));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
