import { describe, expect, it } from "vitest";
import { closeWithHash, isApplicationSlug, isToolSlug, toolSlug, toSnakeCase } from "./slugs.ts";

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

describe("toolSlug", () => {
  it("joins application and operation in snake case", () => {
    expect(toolSlug("github", "issues/create")).toBe("github_issues_create");
    expect(toolSlug("google-drive", "files.list")).toBe("google_drive_files_list");
  });

  it("keeps a name of exactly 48 characters", () => {
    const operation = `a${"b".repeat(40)}`;
    expect(toolSlug("github", operation)).toBe(`github_${operation}`);
  });

  it("cuts a longer name at a word and closes it with 6 characters of the full name's SHA-256", () => {
    const slug = toolSlug("github", "repos/create-or-update-environment-protection-rule");
    expect(slug).toBe("github_repos_create_or_update_environment_75766e");
    expect(isToolSlug(slug)).toBe(true);
  });

  it("keeps two long names apart that begin alike", () => {
    const long = "repos/create-or-update-environment-protection-rule";
    expect(toolSlug("github", `${long}-a`)).not.toBe(toolSlug("github", `${long}-b`));
  });

  it("cuts a single word of any length within 48 characters", () => {
    expect(toolSlug("a", "x".repeat(100))).toHaveLength(48);
  });

  it("names an operation that has no Latin letter", () => {
    expect(toolSlug("app", "取得")).toBe("app_operation");
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
