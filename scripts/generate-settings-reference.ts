import { settings } from "../packages/server/src/settings.ts";

const head = `# Settings

Every setting of the server, as environment variables. \`npm start\` also reads them from a file \`.env\`; \`.env.example\` is one to begin
with. All problems are reported together, and the server does not start with one. Made from \`packages/server/src/settings.ts\` by
\`npm run generate\`.

| variable | meaning | default |
|---|---|---|
`;

/** `docs/settings.md`: every setting in one table. */
export function generateSettingsReference(): string {
  const rows = Object.values(settings).map((setting) => {
    const unit = setting.unit ? ` (${setting.unit})` : "";
    return `| \`${setting.variable}\` | ${setting.description}${unit} | ${setting.default ? `\`${setting.default}\`` : ""} |`;
  });
  return `${head}${rows.join("\n")}\n`;
}
