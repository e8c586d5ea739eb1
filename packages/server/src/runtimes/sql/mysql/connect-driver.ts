import type { Socket } from "node:net";
import type { Connection } from "mysql2";
import type { DatabaseTarget } from "../dialect.ts";
import { pluginsWithoutTls } from "./guard-password.ts";
import { loadDriver } from "./load-driver.ts";
import { readValue } from "./read-value.ts";

/** What the driver's types leave out. */
interface PacketReader {
  sequenceId: number;
  handlePacket(packet?: { sequenceId: number }): void;
}

/**
 * Logs in through an open socket.
 *
 * @throws what `describeError` reads
 */
export async function connectDriver(socket: Socket, target: DatabaseTarget): Promise<Connection> {
  const { host, port, database, user, password, sslMode, caCertificate } = target;
  const isEncrypted = sslMode !== "disable";
  const isChecked = sslMode === "verify-full";
  // The name that a certificate is checked for when the host is an address, which is no server name in TLS.
  Object.assign(socket, { _host: host });
  const connection = loadDriver().createConnection({
    stream: socket,
    host,
    port,
    database,
    user,
    password,
    // The pool ends a login that takes too long.
    connectTimeout: 0,
    ...(isEncrypted
      ? {
          ssl: {
            rejectUnauthorized: isChecked,
            verifyIdentity: isChecked,
            ...(caCertificate !== null && { ca: caCertificate }),
          },
          enableCleartextPlugin: true,
        }
      : { authPlugins: pluginsWithoutTls }),
    // The server may not ask for files. A space before a parenthesis means what it means in the database.
    flags: ["-LOCAL_FILES", "-IGNORE_SPACE"],
    connectAttributes: { program_name: "Bowline" },
    charset: "utf8mb4",
    rowsAsArray: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    typeCast: readValue,
    disableEval: true,
    maxPreparedStatements: 100,
  });
  // The driver reports a second error of a broken login to the connection, and without a listener it would end the process.
  connection.on("error", () => {});
  refuseDisorder(connection, socket);
  return await new Promise((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve(connection)));
  });
}

/**
 * The driver would write a line to the log for each packet out of order, and a server may send any number of them. A packet that it cannot read
 * makes it throw, which would end the process.
 */
function refuseDisorder(connection: Connection, socket: Socket): void {
  const reader = connection as unknown as PacketReader;
  const handle = reader.handlePacket;
  reader.handlePacket = (packet) => {
    if (packet !== undefined && packet.sequenceId !== reader.sequenceId) {
      socket.destroy(new Error("A packet is out of order."));
      return;
    }
    try {
      handle.call(reader, packet);
    } catch {
      socket.destroy(new Error("A packet cannot be read."));
    }
  };
}
