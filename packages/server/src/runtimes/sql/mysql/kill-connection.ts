import type { Socket } from "node:net";
import type { DatabaseTarget } from "../dialect.ts";
import { connectDriver } from "./connect-driver.ts";

/**
 * Ends another connection of the same user and what it runs. Closing it is not enough: the database runs a statement on, and MySQL limits
 * only the time of queries.
 */
export async function killConnection(
  socket: Socket,
  target: DatabaseTarget,
  connectionId: string,
): Promise<void> {
  // Without a listener, an error between two steps would end the process.
  socket.on("error", () => {});
  const connection = await connectDriver(socket, target);
  await new Promise<void>((resolve) => {
    connection.on("error", () => resolve());
    connection.query(`KILL ${BigInt(connectionId)}`, () => resolve());
  });
}
