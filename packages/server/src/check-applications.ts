import { resolve } from "node:path";
import { listCodeFiles } from "./code-files/list-code-files.ts";
import { readCodeApplication } from "./code-files/read-code-application.ts";

/**
 * `bowline app test`: loads the applications of a folder as the server does, and prints what they are as JSON.
 *
 * @param args the folder
 */
async function main([folder = "."]: string[]): Promise<void> {
  const path = resolve(folder);
  const checked = [];
  for (const file of await listCodeFiles(path)) {
    const report = await readCodeApplication({ folder: path, file });
    checked.push(
      "reason" in report
        ? { file, problem: report.reason, slug: null, tools: [] }
        : {
            file,
            problem: null,
            slug: report.application.slug,
            tools: report.application.tools.map(({ slug }) => slug),
          },
    );
  }
  console.log(JSON.stringify(checked));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
