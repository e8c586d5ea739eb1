import { toTerm } from "./split-words.ts";

/** Each line lists the names of one action in APIs and in people's words. */
const verbs = `
create add new make insert post register generate open write compose
get list fetch show find search retrieve read view query lookup see check display
delete remove destroy erase drop cancel
update edit change modify patch set put toggle
send post publish share deliver
upload attach import
download export
run execute trigger start launch invoke dispatch
stop cancel abort terminate end
copy duplicate clone
buy purchase order
assign add
invite add
merge combine
move transfer
convert transform
enable activate
disable deactivate
approve accept
reject deny decline
follow subscribe watch
schedule plan book
`;

/** The words of a line are synonyms. */
const nouns = `
repo repository
org organization organisation
pr pull
config configuration settings
auth authentication authorization
doc document
info information details
app application
db database
sms message
dm message
msg message
email mail
photo picture image
ticket issue
task todo
movie film
song track
event meeting
price cost
company business
job career
`;

/** Returns the synonyms of a term. */
export function makeSynonyms(): ReadonlyMap<string, readonly string[]> {
  const synonyms = new Map<string, readonly string[]>();
  for (const terms of [...readLines(verbs), ...readLines(nouns)]) {
    for (const term of terms) {
      const others = terms.filter((other) => other !== term);
      synonyms.set(term, [...new Set([...(synonyms.get(term) ?? []), ...others])]);
    }
  }
  return synonyms;
}

/** Returns the actions that a verb may mean. Each is a term that cannot be a word. */
export function makeActions(): ReadonlyMap<string, readonly string[]> {
  const actions = new Map<string, readonly string[]>();
  for (const terms of readLines(verbs)) {
    for (const term of terms) {
      actions.set(term, [...(actions.get(term) ?? []), `@${terms[0]}`]);
    }
  }
  return actions;
}

function readLines(text: string): string[][] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(toTerm));
}
