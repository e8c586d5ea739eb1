/** The memory of some bytes, to move it to a thread. Empty where they share it with others: then they are copied. */
export const listWholeBuffers = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
