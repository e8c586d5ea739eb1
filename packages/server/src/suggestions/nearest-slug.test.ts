import { expect, test } from "vitest";
import { findNearestSlug } from "./nearest-slug.ts";

const slugs = [
  "github_issues_create",
  "github_issues_list",
  "github_issues_list_sub_issues",
  "github_pulls_create",
  "slack_chat_post_message",
  "gmail_users_messages_send",
  "sendgrid_mailbox_send",
  "mailbox_messages_send",
  "stripe_get_refunds_refund",
  "stripe_post_refunds",
];

test.each([
  ["github_create_issue", "github_issues_create"],
  ["github_issue_create", "github_issues_create"],
  ["github_issues_creat", "github_issues_create"],
  ["GITHUB_ISSUES_CREATE", "github_issues_create"],
  ["slack_post_message", "slack_chat_post_message"],
  ["gmail_messages_send", "gmail_users_messages_send"],
  ["mailbox_send", "mailbox_messages_send"],
  ["stripe_refund", "stripe_post_refunds"],
])("%s is most similar to %s", (wanted, expected) => {
  expect(findNearestSlug(wanted, slugs)).toBe(expected);
});

test.each(["", "x", "paypal_captures_show", "weather", "x".repeat(100_000)])(
  "nothing is similar to %s",
  (wanted) => {
    expect(findNearestSlug(wanted, slugs)).toBeNull();
  },
);

test("20,000 slugs take little CPU time", () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `application_${index}_resource_action_of_it`);
  const before = process.cpuUsage();
  findNearestSlug("application_resource_action", many);
  const { user, system } = process.cpuUsage(before);
  // About 10 ms; other threads of the process count too.
  expect((user + system) / 1000).toBeLessThan(2000);
});
