const maxExamples = 8;
const maxExampleLength = 60;
const maxExamplesLength = 160;

/**
 * Tells how many values a list has, with up to eight of them as JSON: `637 values, such as "a", "m", "z"`. The examples come from the whole
 * list, since neighbors are often alike. Null is not counted.
 */
export function countValues(list: readonly unknown[]): string {
  const values = list.filter((value) => value !== null);
  const count = Math.min(maxExamples, values.length);
  const examples: string[] = [];
  let left = maxExamplesLength;
  for (let index = 0; index < count; index++) {
    const example = JSON.stringify(values[Math.floor((index * values.length) / count)]);
    if (example.length <= Math.min(left, maxExampleLength)) {
      examples.push(example);
      left -= example.length + 2;
    }
  }
  return `${values.length} values${examples.length === 0 ? "" : `, such as ${examples.join(", ")}`}`;
}
