/** A line without the options of the program itself. */
export interface CommandWords {
  /** The value of `--profile`; undefined without it. */
  profile: string | undefined;
  words: string[];
}

/**
 * Takes out the program's own options, which stand anywhere, and whose values name no command.
 *
 * @param words what stands after `bowline`; the last is being typed and stays, with the option before it
 */
export function takeProgramOptions(words: string[]): CommandWords {
  const rest: string[] = [];
  let profile: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    const [, name, inline] = /^--(profile|timeout)(?:=(.*))?$/s.exec(word) ?? [];
    const isTyped = index >= words.length - (name === undefined || inline !== undefined ? 1 : 2);
    if (isTyped || (name === undefined && word !== "--json")) {
      rest.push(word);
      continue;
    }
    const value = name === undefined ? undefined : (inline ?? words[++index]);
    profile = name === "profile" ? value : profile;
  }
  return { profile, words: rest };
}
