import type { UncheckedRecord } from "../../record.ts";

/** Matches what a description says of the largest page, such as `(max 100)`, `Maximum: 50` or `between 1 and 500`. */
const sizeTexts = [
  /\bmax(?:imum)?(?: (?:value|allowed|limit|number|page size))?(?: is|:| of)? [`'"]?(\d{1,5})(?![\d.,]*\d)/gi,
  /\bbetween 1 and [`'"]?(\d{1,5})(?![\d.,]*\d)/gi,
];

/** Finds the largest page in the schema of a size parameter: its `maximum`, or a smaller number in its description. */
export function findLargestPage({ maximum, description }: UncheckedRecord): number | undefined {
  const text = typeof description === "string" ? description : "";
  const sizes = [
    maximum,
    ...sizeTexts.flatMap((pattern) => [...text.matchAll(pattern)].map(([, size]) => Number(size))),
  ];
  const usable = sizes.filter((size): size is number => Number.isSafeInteger(size) && Number(size) > 0);
  return usable.length === 0 ? undefined : Math.min(...usable);
}
