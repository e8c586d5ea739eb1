/** Nouns that are verbs where a request begins with them, as in "text the team" and "invoice a client", and what they say then. */
const lines = `
text = send sms message
sms = send sms message
email = send email
mail = send email
message = send message
ping = send message
dm = send direct message
call = make phone call
phone = make phone call
ring = make phone call
invoice = create invoice
bill = create invoice
charge = create payment charge
issue = create
book = schedule booking event
calendar = create calendar event
comment = create comment
label = add label
tag = add tag
note = create note
picture = create image
`;

const meanings: ReadonlyMap<string, readonly string[]> = new Map(
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [verb = "", meaning = ""] = line.split(" = ");
      return [verb, meaning.split(" ")];
    }),
);

/** What follows a verb, and never a noun: whom or what it is done to. */
const objects = new Set(
  "a an the my your our this that these those his her their its me us him them somebody someone everybody everyone anybody anyone people".split(
    " ",
  ),
);

/** Replaces a noun at the beginning of a request by what it says as a verb. In "call a phone number" the phone is said once. */
export function replaceSpokenVerb(words: readonly string[]): readonly string[] {
  const [first = "", second = ""] = words;
  const meaning = meanings.get(first);
  return meaning !== undefined && (objects.has(second) || /^\d/.test(second))
    ? [...meaning, ...words.slice(1).filter((word) => !meaning.includes(word))]
    : words;
}
