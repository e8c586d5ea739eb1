import { resolve } from "node:path";
import { parseArgs } from "node:util";

export type BenchmarkPart = "execute" | "mcp" | "catalog" | "agents" | "memory" | "growth" | "search";

export interface BenchOptions {
  parts: readonly BenchmarkPart[];
  rounds: number;
  count: number;
  concurrencies: readonly number[];
  rate: number | null;
  profilePath: string | undefined;
  /** The folder of the published sets for `search`. */
  dataFolder: string | undefined;
  /** Whether `search` and `catalog` measure hybrid search, too. */
  hybrid: boolean;
  json: boolean;
  maxRatio: number | null;
}

const allParts: readonly BenchmarkPart[] = [
  "execute",
  "mcp",
  "catalog",
  "agents",
  "memory",
  "growth",
  "search",
];
/** `growth` fills a database with 1,000,000 records first. `search` measures results, and not what the server costs. */
const usualParts = allParts.filter((part) => part !== "growth" && part !== "search");

export const help = `Measures the server against a bare forwarder of the same requests, and its MCP endpoint against a server written with
the MCP SDK. Usage: npm run bench -- [options]

  --only <parts>       Comma-separated: execute, mcp, catalog, agents, memory, growth, search. Default: all but growth,
                       which takes about 1 GB of disk for a while, and search, which measures how many tools are found.
  --rounds <n>         How often each target is measured. Default: 10.
  --count <n>          Requests in one measurement, sent in five parts between those of the other targets. Default: 5000.
                       Long ones, such as 60000, show what only grows under load that goes on, such as full collections of
                       memory.
  --concurrency <n,…>  Requests in flight. Default: 32,128.
  --rate <n>           For execute and mcp: requests a second, the same for each target. Default: as many as each takes;
                       the forwarder takes several times more, and never sleeps then, which halves its cost per request.
  --max-ratio <n>      Exit with 1 when an execution with durable history costs more than n times the forwarder's CPU
                       (median of the rounds) at the first concurrency.
  --profile [file]     Write a CPU profile of the server with durable history (.cache/bench/server-<pid>.cpuprofile)
                       and list its slowest functions. Profiling costs time: do not compare these figures with others.
  --data <folder>      For search: the folder with StableToolBench, MetaTool and LiveMCPBench as JSON lines. Without it,
                       only our own intents are measured.
  --hybrid             For search and catalog: also with embeddings. The first time this takes many minutes; they are
                       kept in .cache/bench.
  --json               Print the figures as JSON.
  --help               Print this.
`;

/**
 * @throws Error that names a wrong option.
 */
export function readOptions(args: string[]): BenchOptions | "help" {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: "string", default: usualParts.join() },
      rounds: { type: "string", default: "10" },
      count: { type: "string", default: "5000" },
      concurrency: { type: "string", default: "32,128" },
      rate: { type: "string" },
      "max-ratio": { type: "string" },
      profile: { type: "boolean", default: false },
      data: { type: "string" },
      hybrid: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    return "help";
  }
  const parts = values.only.split(",").map(readPart);
  if (values["max-ratio"] !== undefined && !parts.includes("execute")) {
    throw new Error("--max-ratio needs the part execute.");
  }
  return {
    parts,
    rounds: readNumber("rounds", values.rounds),
    count: readNumber("count", values.count),
    concurrencies: values.concurrency.split(",").map((text) => readNumber("concurrency", text)),
    rate: values.rate === undefined ? null : readNumber("rate", values.rate),
    profilePath: values.profile
      ? resolve(positionals[0] ?? `.cache/bench/server-${process.pid}.cpuprofile`)
      : undefined,
    dataFolder: values.data,
    hybrid: values.hybrid,
    json: values.json,
    maxRatio: values["max-ratio"] === undefined ? null : readRatio(values["max-ratio"]),
  };
}

function readPart(text: string): BenchmarkPart {
  const part = allParts.find((known) => known === text);
  if (!part) {
    throw new Error(`--only: "${text}" is not one of ${allParts.join(", ")}.`);
  }
  return part;
}

/** A limit that is no number would never be exceeded. */
function readRatio(text: string): number {
  const ratio = Number(text);
  if (!(ratio > 0)) {
    throw new Error(`--max-ratio: "${text}" is not a number above 0.`);
  }
  return ratio;
}

function readNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) {
    throw new Error(`--${option}: "${text}" is not a whole number above 0.`);
  }
  return number;
}
