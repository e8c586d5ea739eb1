import type { Socket } from "node:net";
import { type buildConnector, Client, type Dispatcher, Pool } from "undici";

/** As much as the headers of a response, of the interim ones before it (RFC 9110 §15.2) and all else may have beside the body. */
const maxFramingBytes = 2 ** 20;
/** An interim response counts as that many bytes more: the shortest one takes far more time than its bytes. */
const interimBytes = 1024;
/** When more was parsed, and neither body nor the end of headers came of it, nothing is read any more. */
const maxIdleBytes = 32_768;
/**
 * Undici makes an error for each header beyond its limit, as far as it has read: of the shortest ones that takes a second. So its limit is
 * above all that it gets to see, and `joinHeaders` has the real one.
 */
const maxParsedHeaderBytes = 2 ** 18;
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
  /** What has arrived since body or the end of headers last came. */
  #idleBytes = 0;

  /** A new request goes out on the connection. */
  begin(): void {
    this.#bytes = 0;
    this.#idleBytes = 0;
  }

  /**
   * Something has arrived. False when there is too much that is no body.
   *
   * @param unparsedBytes how much of what had arrived before still waits for the parser
   */
  read(sizeBytes: number, unparsedBytes: number): boolean {
    if (this.#idleBytes - unparsedBytes > maxIdleBytes) {
      return false;
    }
    this.#idleBytes += sizeBytes;
    this.#bytes += sizeBytes;
    return this.#bytes <= maxFramingBytes;
  }

  /** The headers of the response have ended, or those of an interim one. */
  endHeaders(isInterim: boolean): void {
    this.#idleBytes = 0;
    this.#bytes += isInterim ? interimBytes : 0;
  }

  /** A part of what has arrived is body. */
  deliver(sizeBytes: number): void {
    this.#idleBytes = 0;
    this.#bytes -= sizeBytes * (1 + framingPerByte);
  }
}

/** What handles the responses of a metered connection. */
export interface MeteredHandler extends Dispatcher.DispatchHandler {
  /** Of the connection, from the moment on that one is chosen. Told when the request begins, of the ends of headers, and of the body. */
  framing: FramingMeter | null;
}

const meterOf = Symbol("framing meter");
type MeteredSocket = Socket & { [meterOf]?: FramingMeter };

/** Counts what was read of a connection. False when it was too much: the connection is closed. */
export function countRead(socket: MeteredSocket, sizeBytes: number): boolean {
  if (socket[meterOf]?.read(sizeBytes, socket.readableLength) !== false) {
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
    super(origin, {
      ...options,
      maxHeaderSize: maxParsedHeaderBytes,
      connect: meterConnections(options.connect, meter),
    });
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
