import type { BodyProperty } from "@bowline/catalog";

/** A body ready to be sent. */
export interface WrittenBody {
  contentType: string;
  body: string | Buffer;
}

/** A property of the body with its value. */
export interface BodyPart {
  property: BodyProperty;
  value: unknown;
}
