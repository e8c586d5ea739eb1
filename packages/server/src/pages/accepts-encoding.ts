/** Whether a client takes an encoding, by its header (RFC 9110 §12.5.3). A weight of 0 refuses it. */
export function acceptsEncoding(acceptEncoding: string | undefined, encoding: string): boolean {
  const wanted = (acceptEncoding ?? "").split(",").map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  return wanted.some(([name, weight = "q=1"]) => name === encoding && !/^q=0(?:\.0*)?$/.test(weight));
}
