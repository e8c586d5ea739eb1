import { InvalidArgumentError } from "commander";

/** Reads a whole number of 0 or more. @throws InvalidArgumentError */
export function readNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw new InvalidArgumentError("It must be a whole number.");
  }
  return Number(text);
}

/** Collects an option that may be repeated, or has several values between commas. */
export const collect = (text: string, before: string[]): string[] => [...before, ...text.split(",")];

/** Collects an option that may be repeated. */
export const collectOne = (text: string, before: string[]): string[] => [...before, text];

export const collectNumbers = (text: string, before: number[]): number[] => [
  ...before,
  ...text.split(",").map(readNumber),
];

/** Reads the value of `--approvals`: a word, or slugs of tools between commas. */
export const readApprovals = (text: string): string | string[] =>
  ["none", "destructive", "writes", "all"].includes(text) ? text : text.split(",");
