/** Where a selection began, and where it ends, in characters. */
export interface Caret {
  anchor: number;
  head: number;
}

export interface JsonInputProps {
  id?: string;
  /** The accessible name. */
  label: string;
  describedBy?: string | undefined;
  value: string;
  /** Left out: the text can only be read. */
  onChange?: (value: string) => void;
  hasError?: boolean;
  isDisabled?: boolean;
  minLines?: number;
  /** The text is no JSON, and shown without colors. */
  isPlain?: boolean;
  /** A CSS height. Default: as high as the text. */
  height?: string;
}
