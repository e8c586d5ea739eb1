import { expect, test } from "vitest";
import { isHarmlessName, isHarmlessSentence, namesHarm } from "./harmless-words.ts";

test.each([
  "createIssue",
  "product_create",
  "addItems",
  "tagsAdd",
  "insert_users_one",
  "sendMessage",
  "register",
])("%s is the name of what only adds", (name) => {
  expect(isHarmlessName(name)).toBe(true);
});

test.each([
  ...["mergeAndDrop", "wipeAccount", "cancelSubscription", "archiveProject", "unlinkAccount", "detachVolume"],
  ...["leave_group", "PurgeCache", "transferOwnership", "setRole", "updateIssue", "zapAll", "löscheKonto"],
  ...["supprimer_compte", "postHide", "createOrReplace", "addAndZap", "createDeletion", "disableAutoCreate"],
  ...["upsert", "accountRecreation", ""],
])("%s is no such name", (name) => {
  expect(isHarmlessName(name)).toBe(false);
});

test.each([
  "Creates an issue. It deletes the draft",
  "Send a message",
  "List the rows",
  "Add one\nUpdates nothing",
])("%j begins a sentence of what only adds or looks", (text) => {
  expect(isHarmlessSentence(text)).toBe(true);
});

test.each([
  "Create or update a user",
  "Adds/replaces it",
  "Deactivates an account",
  "The issue to create",
  "",
])("%j begins no such sentence", (text) => {
  expect(isHarmlessSentence(text)).toBe(false);
});

test("a word of harm is found in each of its forms", () => {
  expect(["/orders/{id}/cancel", "Removed", "deletes", "archived"].filter(namesHarm)).toHaveLength(4);
  expect(["/orders/{id}", "Addresses"].some(namesHarm)).toBe(false);
});
