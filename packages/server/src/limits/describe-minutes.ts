/** Writes how long to wait, in whole minutes: `a minute` or `12 minutes`. */
export function describeMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
