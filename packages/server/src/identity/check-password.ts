import { passwordLength } from "../password-length.ts";

/** How many of the most common passwords are refused also with digits and signs around them. */
const bareCount = 1000;
const shortestBare = 4;
/** A part that is only repeated makes no password. */
const longestRepeated = 4;

/** Says what is wrong with a new password in one sentence; null: nothing. @param email the person's, which is no password */
export async function findPasswordProblem(password: string, email: string): Promise<string | null> {
  const length = [...password].length;
  if (length < passwordLength.least) {
    return `The password is too short: it needs at least ${passwordLength.least} characters.`;
  }
  if (length > passwordLength.most) {
    return `The password is too long: it may have at most ${passwordLength.most} characters.`;
  }
  const text = password.normalize("NFKC").toLowerCase();
  if (text === email.toLowerCase() || isSequence(text) || (await isCommon(text))) {
    return "This password is too common: it is among the first that are tried. Choose another one, such as four random words.";
  }
  return null;
}

const digits = "1234567890".repeat(30);
const isSequence = (text: string): boolean =>
  digits.includes(text) || digits.includes([...text].reverse().join(""));

/** The list is loaded only when a password is set, which is rare. */
async function isCommon(text: string): Promise<boolean> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const common = dictionary["passwords-common"];
  const [, part = text] = /^(.+?)\1+$/su.exec(text) ?? [];
  const bare = part.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return (
    part.length <= longestRepeated ||
    common.includes(part) ||
    (bare.length >= shortestBare && common.slice(0, bareCount).includes(bare))
  );
}
