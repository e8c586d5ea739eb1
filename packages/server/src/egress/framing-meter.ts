import type { Socket } from "node:net";
import { type buildConnector, Client, type Dispatcher, Pool } from "undici";

/** As much as the headers of a response, of the interim ones before it (RFC 9110 §15.2) and all else may have beside the body. */
const maxFramingBytes = 2 ** 20;
/** A chunk of one byte has five more (RFC 9112 §7.1), and some servers pad the sizes of their chunks. */
const framingPerByte = 7;

/** A response has far more bytes that are no body than one needs. */
export class TooMuchFramingError extends Error {
  override readonly name = "TooMuchFramingError";
}

/**
 * Counts what arrives on one connection and is no body. Undici limits the names and values of headers only: an application could send
 * chunk extensions, a reason phrase or white space without end, and keep the processor busy with what no limit of size counts.
 */
export class FramingMeter {
  #bytes = 0;

  /** A new request goes out on the connection. */
  begin(): void {
    this.#bytes = 0;
  }

  /** Something has arrived. False when there is too much that is no body. */
  read(sizeBytes: number): boolean {
    this.#bytes += sizeBytes;
    return this.#bytes <= maxFramingBytes;
  }

  /** A part of what has arrived is body. */
  deliver(sizeBytes: number): void {
    this.#bytes -= sizeBytes * (1 + framingPerByte);
  }
}

/** What handles the responses of a metered connection. */
export interface MeteredHandler extends Dispatcher.DispatchHandler {
  /** Of the connection, from the moment on that one is chosen. Told when the request begins, and of the body. */
  framing: FramingMeter | null;
}

const meterOf = Symbol("framing meter");
type MeteredSocket = Socket & { [meterOf]?: FramingMeter };

/** Counts what was read of a connection. False when it was too much: the connection is closed. */
export function countRead(socket: MeteredSocket, sizeBytes: number): boolean {
  if (socket[meterOf]?.read(sizeBytes) !== false) {
    return true;
  }
  socket.destroy(new TooMuchFramingError("too many bytes beside the body"));
  return false;
}

/** One connection at a time, and one request at a time on it. Every handler must be a `MeteredHandler`. */
class MeteredClient extends Client {
  readonly #meter: FramingMeter;

  constructor(origin: string | URL, options: Client.Options) {
    const meter = new FramingMeter();
    super(origin, { ...options, connect: meterConnections(options.connect, meter) });
    this.#meter = meter;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    (handler as MeteredHandler).framing = this.#meter;
    return super.dispatch(options, handler);
  }
}

function meterConnections(connect: Client.Options["connect"], meter: FramingMeter): buildConnector.connector {
  if (typeof connect !== "function") {
    throw new TypeError("a pool gives its clients one connector");
  }
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) {
        (socket as MeteredSocket)[meterOf] = meter;
        callback(null, socket);
      } else {
        callback(error, null);
      }
    });
}

/**
 * For `Agent.Options.factory`. HTTP/1.1 is set here, since an agent that is told so writes a new text for each request to find its pool.
 */
export const openMeteredPool = (origin: string | URL, options: Pool.Options): Pool =>
  new Pool(origin, { ...options, allowH2: false, factory: (of, each) => new MeteredClient(of, each) });
