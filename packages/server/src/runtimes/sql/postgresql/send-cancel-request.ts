import { once } from "node:events";
import { isIP, type Socket } from "node:net";
import { connect } from "node:tls";
import type { DatabaseTarget } from "../dialect.ts";
import { buildTlsOptions } from "./tls-options.ts";

/** What the database told at the login, so that only this client can cancel. */
export interface BackendKey {
  processID: number | null;
  secretKey: number | null;
}

const tlsRequest = 80_877_103;
const cancelRequest = 80_877_102;

/** Asks the database through an open socket to cancel a connection's statement. It closes the socket and says nothing. */
export async function sendCancelRequest(
  socket: Socket,
  target: DatabaseTarget,
  { processID, secretKey }: { processID: number; secretKey: number },
): Promise<void> {
  const stream = target.sslMode === "disable" ? socket : await encrypt(socket, target);
  stream.on("error", () => {});
  const closed = once(stream, "close");
  stream.resume();
  stream.write(writeMessage(cancelRequest, processID, secretKey));
  await closed;
}

async function encrypt(socket: Socket, target: DatabaseTarget): Promise<Socket> {
  socket.write(writeMessage(tlsRequest));
  const [response] = (await once(socket, "data")) as [Buffer];
  if (response.toString("latin1") !== "S") {
    throw new Error("The database does not encrypt connections.");
  }
  const servername = isIP(target.host) === 0 ? { servername: target.host } : {};
  const encrypted = connect({ ...buildTlsOptions(target), ...servername, socket });
  await once(encrypted, "secureConnect");
  return encrypted;
}

/** A message without a type: its length in bytes, then numbers of 32 bits. */
function writeMessage(...numbers: number[]): Buffer {
  const message = Buffer.alloc(4 + 4 * numbers.length);
  message.writeInt32BE(message.length);
  for (const [index, number] of numbers.entries()) {
    message.writeInt32BE(number, 4 + 4 * index);
  }
  return message;
}
