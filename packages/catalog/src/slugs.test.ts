import { describe, expect, it } from "vitest";
import {
  bareOperation,
  closeWithHash,
  cutToolSlug,
  isApplicationSlug,
  toolSlug,
  toSnakeCase,
} from "./slugs.ts";

describe("toSnakeCase", () => {
  it.each([
    ["issues/create", "issues_create"],
    ["issuesCreate", "issues_create"],
    ["Get-HTTPResponse", "get_http_response"],
    ["v2Users.list", "v2_users_list"],
    ["  café__crème ", "cafe_creme"],
    ["取得", ""],
  ])("makes %s to %s", (name, expected) => {
    expect(toSnakeCase(name)).toBe(expected);
  });
});

describe("bareOperation", () => {
  it.each([
    ["gmail", "gmail_users_messages_send", "users_messages_send"],
    ["google-drive", "google_drive_files_list", "files_list"],
    ["google-drive", "drive_files_list", "files_list"],
    ["google-drive", "driver_list", "driver_list"],
    ["ping", "ping", "ping"],
  ])("of %s: %s is %s", (application, name, expected) => {
    expect(bareOperation(application, name)).toBe(expected);
  });
});

describe("toolSlug", () => {
  const slugOf = (application: string, operation: string) => toolSlug(application, operation).slug;

  it("joins application and operation", () => {
    expect(slugOf("github", "issues_create")).toBe("github_issues_create");
    expect(slugOf("google-drive", "files_list")).toBe("google_drive_files_list");
  });

  it("keeps a name of exactly 48 characters", () => {
    const operation = `a_for_${"b".repeat(35)}`;
    expect(slugOf("github", operation)).toBe(`github_${operation}`);
  });

  it("removes small words from a longer name", () => {
    expect(slugOf("github", "pulls_list_commits_for_the_head_of_a_pull_by_number")).toBe(
      "github_pulls_list_commits_head_pull_number",
    );
  });

  it("abbreviates long common words, as few as possible, and never the application", () => {
    expect(slugOf("github", "codespaces_for_authenticated_user_in_organization_list")).toBe(
      "github_codespaces_me_organization_list",
    );
    expect(slugOf("repository", "repos_create_or_update_environment_protection_rule")).toBe(
      "repository_repos_create_update_env_protection_rule".replace("create_update", "upsert"),
    );
  });

  it("removes repeated words when that is not enough", () => {
    expect(slugOf("github", "actions_get_github_actions_cache_retention_limit_abc_def")).toBe(
      "github_actions_get_cache_retention_limit_abc_def",
    );
  });

  it("cuts a name that is still too long at a word, and adds 6 characters of the full name's SHA-256", () => {
    const operation = "one_two_three_four_five_six_seven_eight_nine_ten_eleven";
    const { slug, fullName } = toolSlug("github", operation);
    expect(fullName).toBe(`github_${operation}`);
    expect(slug).toBe(closeWithHash(fullName, fullName));
    expect(slug).toMatch(/^github_one_two_three_four_five_six_seven_[0-9a-f]{6}$/);
    expect(slug.length).toBeLessThanOrEqual(48);
  });

  it("gives two long names with the same beginning different slugs", () => {
    const long = "one_two_three_four_five_six_seven_eight_nine_ten_eleven";
    expect(slugOf("github", `${long}_a`)).not.toBe(slugOf("github", `${long}_b`));
  });

  it("cuts a single word of any length within 48 characters", () => {
    expect(slugOf("a", "x".repeat(100))).toHaveLength(48);
  });

  it("names an operation that has no Latin letter", () => {
    expect(slugOf("app", "")).toBe("app_operation");
  });
});

describe("cutToolSlug", () => {
  it("returns the slug that earlier versions gave a tool", () => {
    expect(cutToolSlug("github", "repos_create_or_update_environment_protection_rule")).toBe(
      "github_repos_create_or_update_environment_75766e",
    );
  });
});

describe("closeWithHash", () => {
  it("gives equal names different endings for different things", () => {
    expect(closeWithHash("app_get", "GET /a")).not.toBe(closeWithHash("app_get", "GET /b"));
  });
});

describe("isApplicationSlug", () => {
  it.each(["a", "google-drive", `a${"b".repeat(31)}`])("accepts %s", (slug) => {
    expect(isApplicationSlug(slug)).toBe(true);
  });

  it.each(["", "1password", "Git", "a_b", `a${"b".repeat(32)}`])("refuses %j", (slug) => {
    expect(isApplicationSlug(slug)).toBe(false);
  });
});
