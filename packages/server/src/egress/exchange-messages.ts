/** Messages for a hop that ends on our side, whether its response is read whole or streamed. */
export const callCanceled = "The call was canceled.";

export const tooManyCalls = "Too many calls to this application are waiting. Try again later.";

export const describeTimeout = (timeoutMs: number): string =>
  `The application did not respond within ${Math.round(timeoutMs)} ms.`;

export const describeTooLarge = (maxBytes: number): string =>
  `The application's response is larger than ${maxBytes} bytes.`;

export const nestedTooDeeply = "The application's response is nested too deeply to be read.";
