// Serves a MariaDB to tests that may not import the server: `node serve-mariadb.ts <folder> <port> <password> [<certificate> <key>]`.
// Prints a line when it takes connections. Ends, and ends MariaDB, when its standard input is closed.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { startMariaDbServer } from "./start-mariadb-server.ts";

const [folder = "", port = "", password = "", certificate, privateKey] = process.argv.slice(2);
const tls =
  certificate === undefined || privateKey === undefined
    ? undefined
    : { certificate: await readFile(certificate, "utf8"), privateKey: await readFile(privateKey, "utf8") };
const server = await startMariaDbServer({ folder, port: Number(port), password, ...(tls && { tls }) });
console.log("ready");
process.stdin.resume();
await once(process.stdin, "close");
await server.kill();
