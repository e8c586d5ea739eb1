/** Is told of a body as it is read. */
export interface BodyWatcher {
  onChunk(sizeBytes: number): void;
  onError(error: unknown): void;
}

/** Returns the same body, and tells of it. */
export function watchBody(
  body: ReadableStream<Uint8Array>,
  { onChunk, onError }: BodyWatcher,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
        } else {
          onChunk(value.length);
          controller.enqueue(value);
        }
      } catch (error) {
        onError(error);
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
