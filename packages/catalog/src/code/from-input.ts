/**
 * How a value is written. In a query: `repeat` writes a list as `a=1&a=2` (the default), `comma` as `a=1,2`, `deepObject` an
 * object as `a[b]=1`, `json` any value as JSON. In a multipart body: `file` writes base64 as a file.
 */
export type InputStyle = "repeat" | "comma" | "deepObject" | "json" | "file";

/** A place in a request where a member of the tool's input goes. */
export class InputReference<Name extends string = string> {
  readonly input: Name;
  readonly style: InputStyle | undefined;

  constructor(input: Name, style: InputStyle | undefined) {
    this.input = input;
    this.style = style;
  }
}

/**
 * Puts a member of the input in a place of the request. What the caller leaves out is left out there too.
 *
 * @param name the member's name; another name does not compile
 */
export function fromInput<const Name extends string>(
  name: Name,
  options: { as?: InputStyle } = {},
): InputReference<Name> {
  return new InputReference(name, options.as);
}
