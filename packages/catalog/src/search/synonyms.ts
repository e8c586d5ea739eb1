import { toTerm } from "./split-words.ts";

/** The words of a line are synonyms. */
const nouns = `
repo repository
org organization organisation
pr pull
config configuration settings preferences options
auth authentication authorization
doc docs document
info information details
app application
db database
sms text message
dm message
msg message
inbox message mailbox email
email mail
photo picture image
picture image artwork
ticket issue bug defect
task todo
movie film
song track music
event meeting appointment
price cost
price pricing rate fee
company business
company organization
job career vacancy
job position
person people user contact
user member account
colleague coworker user member
teammate member
employee staff worker
customer client buyer
bill invoice
payment charge transaction
money balance funds
purchase order
product item
shop store ecommerce
ecommerce commerce
folder directory
file document
picture photo
video clip
chat conversation thread
channel room
reply answer response comment
comment note remark
post article
blog article post
news headline article
website site page
url link
link address
map location place
place venue location
address location
car vehicle automobile
house home property
flight airline plane
hotel accommodation lodging
trip travel journey itinerary
restaurant dining
recipe cooking meal
food meal
doctor physician medical
health medical
weather forecast
stock share equity
currency exchange
chart graph plot diagram
spreadsheet sheet
cell value range
row record entry
table database
column field
presentation slide slides
calendar schedule agenda
homework assignment coursework
class course
lesson class course
student pupil learner
school university college
language translation
quote quotation
voice speech audio
sound audio
transcript transcription
server machine instance
server droplet vm
container pod
deploy deployment build
log logs
secret credential
password passcode
permission access
role permission
group team
team crew
status state
tag label
label category
topic subject
title name heading
summary overview abstract
draft unsent
holiday vacation
absence leave
newsletter campaign
audience list
subscriber contact member recipient
webhook callback
domain dns
phone telephone
number digit
survey form questionnaire
question query
review rating feedback
coupon discount promotion voucher
deal offer
gift present
parcel package shipment
delivery shipping shipment
contract agreement
signature sign
budget expense
expense cost spending
salary wage pay
tax vat
game gaming
joke humor fun
book novel ebook
author writer
artist musician singer
album record
playlist tracklist
friend follower
statistics stats analytics metrics
report analytics
trend trending popular
popular top best
latest recent newest
error failure exception
test check
key token
attendee participant guest invitee
employee user member
vendor supplier
chargeback dispute
carrier courier
lead prospect
reminder alert notification
alarm alert
outage incident
estimate quote
backup snapshot
worklog timesheet
`;

/** Words of one family that have different stems. */
const families = `
analyze analysis
apply application
assign assignee
attend attendee attendance
authenticate authentication
buy bought
categorize category
classify classification
convert conversion
decide decision
deliver delivery
deny denial
describe description
employ employee
enter entry
extend extension
identify identification
invite invitee
maintain maintenance
modify modification
notify notification
pay payment paid payout
permit permission
prioritize priority
receive receipt
recover recovery
refer referral
register registration registrant
resolve resolution
sell sale sold
send sent
ship shipment
sign signature
spend spent
submit submission
subscribe subscription subscriber
summarize summary
suspend suspension
transmit transmission
verify verification
`;

/** Returns the synonyms of a term. */
export function makeSynonyms(): ReadonlyMap<string, readonly string[]> {
  const synonyms = new Map<string, readonly string[]>();
  for (const terms of [...readLines(nouns), ...readLines(families)]) {
    for (const term of terms) {
      const others = terms.filter((other) => other !== term);
      synonyms.set(term, [...new Set([...(synonyms.get(term) ?? []), ...others])]);
    }
  }
  return synonyms;
}

function readLines(text: string): string[][] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(toTerm));
}
