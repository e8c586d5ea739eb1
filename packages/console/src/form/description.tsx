import { Anchor, Code, Text, UnstyledButton } from "@mantine/core";
import { Fragment, type ReactNode, useState } from "react";
import { htmlTag } from "../parts/html-tag.ts";
import { markdownLink } from "../parts/plain-text.ts";
import classes from "./form.module.css";

/** Descriptions longer than this are cut until they are opened. */
const longFrom = 220;

/** A description from an API's document. Of its Markdown, it shows code, emphasis and links. */
export function Description({ id, text }: { id: string; text: string }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > longFrom;
  return (
    <Text id={id} size="xs" c="dimmed" mb={6} component="div" className={classes.description}>
      <span className={isLong && !isOpen ? classes.cut : undefined}>{renderInline(text)}</span>
      {isLong && (
        <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? "Show less" : "Show all"}
        </UnstyledButton>
      )}
    </Text>
  );
}

/** An address that stands in the text by itself, without the punctuation after it. */
const bareAddress = /https:\/\/[^\s<>"'`()[\]]*[^\s<>"'`()[\].,;:!?]/;
const inline = new RegExp(
  `${/`([^`]+)`|\*\*?([^*\s][^*\n]*)\*\*?/.source}|${markdownLink.source}|${bareAddress.source}`,
  "g",
);
/** What stands for a part of an address that is not known. */
const placeholder = /[{}*]/;

/** The host in a text that is an address: with a scheme, or with an ending that is used for sites. */
const shownHost =
  /^\s*(?:https?:\/\/([^\s/?#]+)\S*|([\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|app|co|ai))(?:[/?#]\S*)?)\s*$/i;

/** Whether a link is https and leads where a reader thinks: no user before the host, no host in other letters, no text that names another host. */
function isHonestLink(label: string, target: string): boolean {
  if (!target.startsWith("https://") || placeholder.test(target) || !URL.canParse(target)) {
    return false;
  }
  const { host, username, password } = new URL(target);
  const [, withScheme, alone] = shownHost.exec(label) ?? [];
  const shown = (withScheme ?? alone ?? host).toLowerCase();
  return (
    username === "" &&
    password === "" &&
    !host.includes("xn--") &&
    (host === shown || host.endsWith(`.${shown}`))
  );
}

/** Renders code, emphasis, links and addresses. Tags of HTML are dropped, and so are links that are not https or that mislead. */
export function renderInline(markdown: string): ReactNode {
  const text = markdown
    .replace(htmlTag, "")
    .replace(/(^|\s)_(\S[^_]*)_(?=[\s.,]|$)/g, "$1$2")
    .trim();
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    const [whole, code, strong, label = whole, target = whole] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) {
      parts.push(<Code className={classes.code}>{code}</Code>);
    } else if (strong !== undefined) {
      parts.push(<strong>{strong}</strong>);
    } else {
      parts.push(
        isHonestLink(label, target) ? (
          <Anchor href={target} target="_blank" rel="noreferrer" inherit underline="always">
            {label}
          </Anchor>
        ) : (
          label
        ),
      );
    }
  }
  parts.push(text.slice(end));
  // biome-ignore lint/suspicious/noArrayIndexKey: The parts of one text never move.
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}
