import type { Socket } from "node:net";
import type { Connection } from "mysql2";
import type { DatabaseTarget } from "../dialect.ts";
import { connectDriver } from "./connect-driver.ts";

/**
 * Ends another connection of the same user and what it runs. Closing it is not enough: the database runs a statement on, and MySQL limits
 * only the time of queries. Nobody waits for it, and it may fail.
 */
export async function killConnection(
  openSocket: () => Promise<Socket>,
  target: DatabaseTarget,
  connectionId: string,
): Promise<void> {
  let socket: Socket | null = null;
  try {
    socket = await openSocket();
    const connection = await connectDriver(socket, target);
    await kill(connection, connectionId);
  } catch {
    // The database's own limit ends the statement, else the statement ends by itself.
  } finally {
    socket?.destroy();
  }
}

function kill(connection: Connection, connectionId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once("error", reject);
    connection.query(`KILL ${BigInt(connectionId)}`, (error) => (error ? reject(error) : resolve()));
  });
}
