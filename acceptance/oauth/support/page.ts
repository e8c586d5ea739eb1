/** A control that sends a form. */
export interface SubmitControl {
  name: string | null;
  value: string;
  /** The visible text. */
  text: string;
}

export interface PageForm {
  action: string;
  method: string;
  /** The initial values. */
  values: [name: string, value: string][];
  controls: SubmitControl[];
}

/** A page as seen without JavaScript. */
export interface Page {
  url: string;
  status: number;
  headers: Headers;
  html: string;
  /** The visible text, without tags. */
  text: string;
  forms: PageForm[];
  links: { href: string; text: string }[];
}

/** Reads the forms, links and text of a page. */
export function readPage(url: string, status: number, headers: Headers, html: string): Page {
  const links = [...html.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gis)].map(([, attributes = "", inner = ""]) => ({
    href: new URL(readAttribute(attributes, "href") ?? "", url).href,
    text: readText(inner),
  }));
  const forms = [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gis)].map(([, attributes = "", inner = ""]) =>
    readForm(url, attributes, inner),
  );
  return { url, status, headers, html, text: readText(html), forms, links };
}

const attributeText = `((?:[^>"']|"[^"]*"|'[^']*')*)`;
const field = new RegExp(`<input\\b${attributeText}>|<button\\b${attributeText}>(.*?)</button>`, "gis");

function readForm(url: string, attributes: string, inner: string): PageForm {
  const values: PageForm["values"] = [];
  const controls: SubmitControl[] = [];
  for (const [, input, button, content = ""] of inner.matchAll(field)) {
    const given = input ?? button ?? "";
    const name = readAttribute(given, "name");
    const value = readAttribute(given, "value") ?? "";
    const type = readAttribute(given, "type")?.toLowerCase() ?? (input === undefined ? "submit" : "text");
    if (type === "submit") {
      controls.push({ name, value, text: readText(content) || value });
    } else if (type === "checkbox" && !/\schecked\b/i.test(given)) {
    } else if (type !== "button" && name !== null) {
      values.push([name, value]);
    }
  }
  return {
    action: new URL(readAttribute(attributes, "action") || url, url).href,
    method: (readAttribute(attributes, "method") ?? "get").toUpperCase(),
    values,
    controls,
  };
}

function readAttribute(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i").exec(
    attributes,
  );
  return found ? decodeEntities(found[1] ?? found[2] ?? found[3] ?? "") : null;
}

function readText(html: string): string {
  const visible = html.replaceAll(/<(style|script|title)\b.*?<\/\1>/gis, " ").replaceAll(/<[^>]*>/g, " ");
  return decodeEntities(visible).replaceAll(/\s+/g, " ").trim();
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#x?[0-9a-f]+|[a-z]+);/gi, (whole, entity: string) => {
    if (!entity.startsWith("#")) {
      return named[entity.toLowerCase()] ?? whole;
    }
    const isHex = /^#x/i.test(entity);
    return String.fromCodePoint(Number.parseInt(entity.slice(isHex ? 2 : 1), isHex ? 16 : 10));
  });
}
