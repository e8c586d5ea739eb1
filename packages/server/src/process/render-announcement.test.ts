import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { renderAnnouncement } from "./render-announcement.ts";

const config = readConfig({});

test("ends with the link of the first sign-in, alone on its line", () => {
  const signInLink = "http://localhost:4400/invitations/token";
  const lines = renderAnnouncement(config, null, { apiKey: "bwl_key", signInLink }).split("\n");
  expect(lines.slice(-2)).toEqual([signInLink, ""]);
  expect(lines.join("\n")).toContain("bwl_key");
});

test("names the console, unless it is off", () => {
  const nothing = { apiKey: null, signInLink: null };
  expect(renderAnnouncement(config, null, nothing)).toContain("http://127.0.0.1:4400/console/");
  const off = readConfig({ BOWLINE_CONSOLE: "off" });
  expect(renderAnnouncement(off, null, nothing)).not.toContain("console");
});
