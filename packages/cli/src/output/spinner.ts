const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const delayMs = 500;

/**
 * Waits for some work, and shows on the terminal that it is running when it takes longer than half a second.
 *
 * @param isShown false: shows nothing
 */
export async function withSpinner<Result>(
  isShown: boolean,
  text: string,
  work: () => PromiseLike<Result> | Result,
): Promise<Result> {
  if (!isShown) {
    return await work();
  }
  let turn = 0;
  let ticking: NodeJS.Timeout | undefined;
  const start = setTimeout(() => {
    ticking = setInterval(() => {
      process.stderr.write(`\r${frames[turn++ % frames.length]} ${text}`);
    }, 80);
  }, delayMs);
  try {
    return await work();
  } finally {
    clearTimeout(start);
    clearInterval(ticking);
    if (turn > 0) {
      process.stderr.write("\r\u001b[K");
    }
  }
}
