/** Words that a name can lose and still be understood (decisions D20). */
const smallWords = new Set(["a", "an", "and", "by", "for", "in", "of", "or", "the", "to", "with"]);

/** Common abbreviations, the best known first. They are applied in this order until the name fits. */
const abbreviations = `
authenticated_user me
organizations orgs
organization org
organisations orgs
organisation org
repositories repos
repository repo
environments envs
environment env
configurations configs
configuration config
applications apps
application app
authorizations auths
authorization auth
authentication auth
administrators admins
administrator admin
administration admin
documentation docs
documents docs
document doc
information info
create_update upsert
enable_disable toggle
self_hosted_runners runners
self_hosted_runner runner
pull_requests prs
pull_request pr
databases dbs
database db
identifiers ids
identifier id
parameters params
parameter param
properties props
property prop
permissions perms
permission perm
statistics stats
specifications specs
specification spec
references refs
reference ref
directories dirs
directory dir
certificates certs
certificate cert
credentials creds
credential cred
vulnerabilities vulns
vulnerability vuln
messages msgs
message msg
requests reqs
request req
responses resps
response resp
packages pkgs
package pkg
notifications notifs
notification notif
collaborators collabs
collaborator collab
deployments deploys
deployment deploy
development dev
production prod
installations installs
installation install
subscriptions subs
subscription sub
memberships members
membership member
conversations convs
conversation conv
transactions txns
transaction txn
languages langs
language lang
accounts accts
account acct
addresses addrs
address addr
numbers nums
number num
attributes attrs
attribute attr
management mgmt
maximum max
minimum min
temporary temp
previous prev
controllers ctrls
controller ctrl
descriptions descs
description desc
services svcs
service svc
images imgs
image img
security sec
private priv
public pub
selected sel
projects projs
project proj
enterprises ents
enterprise ent
authenticated auth
definitions defs
definition def
registrations regs
registration reg
verification verif
integrations integs
integration integ
assignments assigns
assignment assign
protection protect
scanning scan
contributors contribs
contributor contrib
conflicting conflict
networks nets
network net
workflows flows
workflow flow
versions vers
version ver
default dflt
external ext
extensions exts
extension ext
generated gen
generate gen
`;

/**
 * Shortens a name in snake case to at most `length` characters (decisions D20). It removes small words, then abbreviates
 * long common words one by one, then removes repeated words and words in `known`. The result may still be too long.
 */
export function shortenName(name: string, length: number, known: readonly string[]): string {
  if (name.length <= length) {
    return name;
  }
  let shortened = keepWords(name, (word) => !smallWords.has(word));
  for (const { word, pattern, short } of listAbbreviations()) {
    if (shortened.length <= length) {
      return shortened;
    }
    if (shortened.includes(word)) {
      shortened = shortened.replaceAll(pattern, short);
    }
  }
  const words = new Set(known);
  return shortened.length <= length
    ? shortened
    : keepWords(shortened, (word) => !words.has(word) && words.add(word).has(word));
}

/** Returns the name itself when no word would remain. */
function keepWords(name: string, isKept: (word: string) => boolean): string {
  const kept = name.split("_").filter(isKept);
  return kept.length > 0 ? kept.join("_") : name;
}

interface Abbreviation {
  word: string;
  /** Matches the whole word. */
  pattern: RegExp;
  short: string;
}

let listed: Abbreviation[] | undefined;

/** Parses the list once, because an import shortens thousands of names. */
function listAbbreviations(): Abbreviation[] {
  listed ??= abbreviations
    .trim()
    .split("\n")
    .map((line) => {
      const [word = "", short = ""] = line.split(" ");
      return { word, pattern: new RegExp(`(?<![^_])${word}(?![^_])`, "g"), short };
    });
  return listed;
}
