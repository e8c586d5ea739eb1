/** A value that is at hand, or a promise of it. Most calls find all they need in memory, and even an await of a known value takes time. */
export type AtHand<Value> = Value | Promise<Value>;

/** Goes on with a value: at once when it is at hand. */
export function goOn<Value, Result>(
  value: AtHand<Value>,
  next: (value: Value) => AtHand<Result>,
): AtHand<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
