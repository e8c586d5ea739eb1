import { settings } from "../packages/server/src/config/settings.ts";

const head = `# Settings

Every setting of the server is an environment variable. \`npm start\` also reads them from a file \`.env\`; copy \`.env.example\` to begin.
If a setting is wrong, the server does not start, and reports all problems together. This page is generated from
\`packages/server/src/config/settings.ts\` by \`npm run generate\`.

| variable | meaning | default |
|---|---|---|
`;

/** Renders `docs/settings.md`: one table with every setting. */
export function generateSettingsReference(): string {
  const rows = Object.values(settings).map((setting) => {
    const unit = setting.unit ? ` (${setting.unit})` : "";
    return `| \`${setting.variable}\` | ${setting.description}${unit} | ${setting.default ? `\`${setting.default}\`` : ""} |`;
  });
  return `${head}${rows.join("\n")}\n`;
}
