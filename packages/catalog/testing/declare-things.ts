import type { BuiltInDeclaration } from "../src/built-in/overlay/built-in-application.ts";

/** Declares a small built-in application over one document called `things.json`. */
export function declareThings(members: Partial<BuiltInDeclaration> = {}): BuiltInDeclaration {
  return {
    slug: "things",
    name: "Things",
    description: "Lists things of all kinds for tests.",
    categories: ["tests"],
    websiteUrl: "https://example.com",
    documentationUrl: "https://example.com/docs",
    icon: "monogram",
    document: {
      package: "things",
      version: "1.0.0",
      integrity: `sha512-${"a".repeat(86)}==`,
      license: "MIT",
      files: ["things.json"],
    },
    authentications: {
      token: { type: "http", scheme: "bearer", title: "Token", documentationUrl: "https://example.com/docs" },
    },
    featured: { listThings: { name: "List things", description: "Lists all things that there are." } },
    ...members,
  };
}
