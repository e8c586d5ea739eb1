import { toTerm } from "./split-words.ts";

/**
 * What tools do. Each line: an action, other verbs for it in APIs and in people's words, and after the bar the more general
 * actions that some applications do it with.
 */
const lines = `
list enumerate browse all | get search
get fetch show retrieve read view see display check lookup describe tell | list search
search find query lookup look locate filter discover | list get
create add new make insert post register generate write compose draft build put save log record set request upsert | add
add insert append include put attach assign save link connect associate upsert | create update
update edit change modify patch set put toggle adjust alter fix correct replace save rename mark upsert renew extend | add
delete remove destroy erase drop discard clear empty trash | update
send post share deliver tell notify write forward reply respond answer | create
publish post release deploy ship | create update send
upload import attach | create add
download export save | get
run rerun execute trigger start launch invoke dispatch play | create update
stop cancel abort terminate end kill pause skip void revoke withdraw | delete update
close complete finish resolve end tick transition | update
archive hide | update delete
open raise file start begin | create
copy duplicate clone fork | create
buy purchase order provision | create
assign delegate | update add
invite | create add send
merge combine join | update create
move transfer migrate transition reschedule | update
convert transform translate transcribe turn | create get
enable activate unlock resume unpause unmute | update
disable deactivate lock suspend block pause ban kick mute silence snooze | update delete
approve accept confirm verify check | update create
reject deny decline refuse | update create
subscribe follow watch star react pin like rate | create add
unsubscribe unfollow leave unstar unpin | delete create
schedule plan book reserve arrange | create
restore revert rollback undo undelete refund reimburse reset reboot restart | update create
`;

interface Action {
  verbs: readonly string[];
  relatives: readonly string[];
}

const actions: readonly Action[] = lines
  .trim()
  .split("\n")
  .map((line) => {
    const [verbs = "", relatives = ""] = line.split(" | ");
    return { verbs: verbs.split(" "), relatives: relatives.split(" ") };
  });

/** The actions that a verb may mean: one bit each. */
export interface Meaning {
  actions: number;
  /** More general actions. */
  relatives: number;
}

const bitOf = (name: string): number => 1 << actions.findIndex(({ verbs }) => verbs[0] === name);

const combineBits = (names: readonly string[]): number => names.reduce((bits, name) => bits | bitOf(name), 0);

/** Returns the meanings of each verb's stem. */
export function makeMeanings(): ReadonlyMap<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  for (const { verbs, relatives } of actions) {
    const own = bitOf(verbs[0] ?? "");
    for (const verb of verbs) {
      const term = toTerm(verb);
      const known = meanings.get(term) ?? { actions: 0, relatives: 0 };
      meanings.set(term, {
        actions: known.actions | own,
        relatives: known.relatives | combineBits(relatives),
      });
    }
  }
  return meanings;
}

/** What a question or a bare noun asks for. */
export const reading = combineBits(["list", "get", "search"]);
export const readingMany = combineBits(["list", "search"]);
export const changing = combineBits(["update"]);
export const readingOne = combineBits(["get"]);

/** The action of an HTTP method. @param isCollection whether the path ends with a name, not with a parameter */
export function actionOfMethod(method: string, isCollection: boolean): number {
  switch (method) {
    case "GET":
    case "HEAD":
    case "QUERY":
      return bitOf(isCollection ? "list" : "get");
    case "POST":
      return combineBits(isCollection ? ["create", "add"] : ["update", "create"]);
    case "PUT":
    case "PATCH":
      return bitOf("update");
    case "DELETE":
      return bitOf("delete");
    default:
      return 0;
  }
}
