/** Opens a connect link of the things as a browser does, and decides. */
export async function decideConnectLink(connectUrl: string, decision: "connect" | "refuse"): Promise<void> {
  const page = await fetch(connectUrl);
  const html = await page.text();
  const readInput = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  const cookies = page.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const response = await fetch(connectUrl, {
    method: "POST",
    headers: { cookie: cookies.join("; ") },
    body: new URLSearchParams({
      decision,
      token: readInput("token"),
      method: readInput("method"),
      "fields.apiKey": "key-of-the-things",
    }),
    redirect: "manual",
  });
  if (response.status >= 400) {
    throw new Error(`The decision was refused (${response.status}): ${await response.text()}`);
  }
}
