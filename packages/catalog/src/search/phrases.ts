import { toTerm } from "./split-words.ts";

/** Each line: an expression of everyday speech, and the words that interfaces use for it. */
const lines = `
turn on = enable
switch on = enable
turn off = disable
switch off = disable
set up = create
look up = lookup
look for = search
look at = show
search for = search
roll back = rollback
give back = refund
money back = refund
pay back = refund
pay out = payout
pay money out = payout
send out = send
sign up = register
log out = logout
log in = login
take off = remove
take out = remove
get rid of = delete
throw away = delete
throw out = remove
kick out = kick
tick off = complete
check off = complete
mark as done = complete
fill in = update
fill out = update
put in = add
put into = add
write down = create
call off = cancel
hand over = transfer
find out = get
text message = sms message
phone call = call
to do = task
todo list = task list
direct message = dm message conversation
out of office = vacation
pull request = pull request
bug report = issue
credit card = card
time off = absence leave
free time = free busy availability
sign in = login
how many = count
how much money = balance
who can access = list permissions
who has access = list permissions
who can see = list permissions
who is in = list members
who is on = list members
who belongs to = list members
where is = track location
read out = speak speech
read aloud = speak speech
say out loud = speak speech
came in = received
shopping list = task list
grocery list = task list
on my calendar = calendar events
in my calendar = calendar events
in my inbox = inbox messages
on my board = board cards
in my cart = cart items
bring back = restore
put off = reschedule
put back = restore
set aside = reserve
`;

/** Expressions by the stem of their first word, the longest first. */
export type Phrases = ReadonlyMap<string, readonly Phrase[]>;

interface Phrase {
  words: readonly string[];
  meaning: readonly string[];
}

export function makePhrases(): Phrases {
  const phrases = lines
    .trim()
    .split("\n")
    .map((line): Phrase => {
      const [words = "", meaning = ""] = line.split(" = ");
      return { words: words.split(" "), meaning: meaning.split(" ") };
    })
    .sort((one, other) => other.words.length - one.words.length);
  return Map.groupBy(phrases, ({ words }) => toTerm(words[0] ?? ""));
}

/** Most words that may stand between the words of an expression, as in "turn the light on". */
const gap = 3;

/** Replaces the expressions in a list of folded words. */
export function replacePhrases(words: readonly string[], phrases: Phrases): string[] {
  const result: string[] = [];
  const used = new Set<number>();
  for (const [index, word] of words.entries()) {
    if (used.has(index)) {
      continue;
    }
    const found = (phrases.get(toTerm(word)) ?? [])
      .map((phrase) => ({ phrase, places: findPlaces(words, index, phrase.words) }))
      .find(({ places }) => places !== null);
    if (found?.places) {
      for (const place of found.places) {
        used.add(place);
      }
      result.push(...found.phrase.meaning);
    } else {
      result.push(word);
    }
  }
  return result;
}

/** Finds the words in their order, with at most `gap` others between them. */
function findPlaces(words: readonly string[], start: number, wanted: readonly string[]): number[] | null {
  const [first = "", ...others] = wanted;
  if (!isFormOf(words[start] ?? "", first)) {
    return null;
  }
  const places = [start];
  let left = gap;
  for (const word of others) {
    const next = (places.at(-1) ?? start) + 1;
    const skipped = words.slice(next, next + left + 1).findIndex((each) => isFormOf(each, word));
    if (skipped < 0) {
      return null;
    }
    left -= skipped;
    places.push(next + skipped);
  }
  return places;
}

/** Whether a word says the same in another form, as "signed" and "sign". "I am looking for" tells no tool to look. */
const isFormOf = (written: string, word: string): boolean =>
  written === word || (!written.endsWith("ing") && toTerm(written) === toTerm(word));
