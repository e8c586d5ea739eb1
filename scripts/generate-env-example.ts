import { settings } from "../packages/server/src/config/settings.ts";

const head = `# Every setting of the server. Copy this file to .env and change what you need; npm start reads it.
# Generated from packages/server/src/config/settings.ts by npm run generate.
`;

/** Renders `.env.example`: every setting, commented out, with its default. */
export function generateEnvExample(): string {
  const entries = Object.values(settings).map((setting) => {
    const unit = setting.unit ? ` (${setting.unit})` : "";
    const lines = wrap(`${setting.description}${unit}`, 100).map((line) => `# ${line}`);
    return [...lines, `#${setting.variable}=${setting.default ?? ""}`].join("\n");
  });
  return `${[head.trimEnd(), ...entries].join("\n\n")}\n`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}
