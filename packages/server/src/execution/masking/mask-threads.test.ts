import type { ToolExecuteRequest } from "@bowline/contract";
import { expect, test } from "vitest";
import { openMaskThreads } from "./mask-threads.ts";

const { mask } = openMaskThreads();
const secret = "sk_live_5up3rs3cr3t";
const schema = { type: "object", properties: { note: { type: "string", writeOnly: true } } };

const maskTexts = (body: ToolExecuteRequest, outputJson: string | null, message: string | null = null) => {
  const headers = outputJson === null ? null : { etag: outputJson };
  return mask({
    schema,
    body,
    bodyJson: JSON.stringify(body),
    secretTexts: [secret],
    outputJson,
    message,
    headers,
  });
};

const filling = "x".repeat(100_000);

test.each([
  ["small", ""],
  ["large", filling],
])(
  "the secrets of a %s input are masked in it, in the output, the headers and the message",
  async (_, text) => {
    const body = { fields: { password: "pass-1234", note: "note-5678", key: secret, text } };
    expect(await maskTexts(body, '["pass-1234 note-5678"]', "No pass-1234.")).toEqual({
      input: JSON.stringify({ fields: { password: "***", note: "***", key: "***", text } }),
      output: '["*** ***"]',
      message: "No ***.",
      headers: { etag: '["*** ***"]' },
    });
  },
);

test("the secrets among the sub-items are masked, too", async () => {
  const body = { fields: { text: "a" }, subItems: { password: "pass-1234" } };
  expect(await maskTexts(body, '["pass-1234"]')).toMatchObject({
    input: JSON.stringify({ ...body, subItems: { password: "***" } }),
    output: '["***"]',
  });
});

test("without secrets the texts stay as they are", async () => {
  for (const text of ["", filling]) {
    const body = { fields: { text } };
    expect(await maskTexts(body, '[ "a" ]')).toEqual({
      input: JSON.stringify(body),
      output: '[ "a" ]',
      message: null,
      headers: { etag: '[ "a" ]' },
    });
  }
});

test("what may repeat one of very many secrets is hidden", async () => {
  const list = (count: number) => Array.from({ length: count }, (_, n) => ({ token: `token-${n}` }));
  const few = await maskTexts({ fields: { list: list(100) } }, '["token-99"]', "No token-99");
  expect(few).toMatchObject({ output: '["***"]', message: "No ***", headers: { etag: '["***"]' } });
  const many = await maskTexts({ fields: { list: list(300) } }, '["token-99"]', "No token-99");
  expect(many).toMatchObject({ output: null, message: "***", headers: null });
  expect(many.input).not.toContain("token-9");
});

const bodyWith = (password: string) => ({ fields: { password } });

test("a long output is searched for the secrets of the input in a thread, and a short one at once", async () => {
  const maskOutput = (outputJson: string) => {
    const body = bodyWith("pass-1234");
    const bodyJson = JSON.stringify(body);
    return mask({ schema, body, bodyJson, secretTexts: [], outputJson, message: null, headers: null });
  };
  const long = (text: string) => JSON.stringify([text, filling]);
  const masking = maskOutput(long("pass-1234"));
  expect(masking).toBeInstanceOf(Promise);
  expect(await masking).toMatchObject({ output: long("***") });
  expect(maskOutput('["pass-1234"]')).toMatchObject({ output: '["***"]' });
});

test("an output that is nested too deeply to be masked is hidden, and the input is not", async () => {
  const output = `["pass-1234",${"[".repeat(100_000)}${"]".repeat(100_000)}]`;
  for (const password of ["pass-1234", "p".repeat(20_000)]) {
    const { input, output: shown } = await maskTexts(bodyWith(password), output);
    const isShort = password === "pass-1234";
    expect([input, shown]).toEqual([JSON.stringify(bodyWith("***")), isShort ? null : output]);
  }
});

test("a large input costs the asking thread next to nothing", async () => {
  const fields = { list: Array.from({ length: 60_000 }, (_, n) => ({ [`m${n}`]: "%41&#65;" })) };
  const body = { fields };
  const texts = {
    schema,
    body,
    bodyJson: JSON.stringify(body),
    secretTexts: [secret],
    outputJson: null,
    message: null,
    headers: null,
  };
  /** Milliseconds of processor time in this thread. */
  let least = Number.POSITIVE_INFINITY;
  const maskOnce = async () => {
    const before = process.threadCpuUsage();
    const { input } = await mask(texts);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    return input;
  };
  // On a busy machine the thread's five seconds may pass first.
  await expect.poll(maskOnce).toBe(texts.bodyJson);
  // The garbage of other tests may be collected meanwhile.
  const measureOnce = async () => {
    await maskOnce();
    return least;
  };
  await expect.poll(measureOnce).toBeLessThan(100);
}, 60_000);
