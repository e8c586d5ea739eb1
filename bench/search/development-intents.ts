/** Intents to look at while the search is changed. Read by `readIntents`. */
export const developmentIntents = `
close an issue | github PATCH /repos/{}/{}/issues/{}; jira POST /api/2/issue/{}/transitions; gitlab PUT /v3/projects/{}/issues/{}; bitbucket PUT /repositories/{}/{}/issues/{}
create a jira ticket | jira POST /api/2/issue
who am I | github GET /user; jira GET /api/2/myself; figma GET /v1/me; notion GET /v1/users/me; spotify GET /me; slack GET /auth.test; slack GET /users.identity; telegram POST /getMe; ynab GET /user; box GET /users/me; gitlab GET /v3/user; bitbucket GET /user; circleci GET /me; neon GET /users/me; postman GET /me; zoom GET /users/{}; vimeo GET /me; vercel GET /v2/user; netlify GET /user; gmail GET /gmail/v1/users/{}/profile; dev-to GET /api/users/me
list my repositories | github GET /user/repos; bitbucket GET /user/permissions/repositories; bitbucket GET /repositories; gitlab GET /v3/projects/owned
refund a payment | stripe POST /v1/refunds; stripe POST /v1/charges/{}/refund; stripe POST /v1/charges/{}/refunds; paypal POST /v2/payments/captures/{}/refund; square POST /v2/refunds; square POST /v1/{}/refunds
send an email | gmail POST /gmail/v1/users/{}/messages/send; sendgrid POST /mail/send
send somebody a mail with gmail | gmail POST /gmail/v1/users/{}/messages/send
comment on a pull request | github POST /repos/{}/{}/issues/{}/comments; github POST /repos/{}/{}/pulls/{}/comments; bitbucket POST /repositories/{}/{}/pullrequests/{}/comments; github POST /repos/{}/{}/pulls/{}/reviews
which pull requests are waiting in this repo | github GET /repos/{}/{}/pulls; bitbucket GET /repositories/{}/{}/pullrequests
make a new branch on github | github POST /repos/{}/{}/git/refs
invite someone to the organization on github | github POST /orgs/{}/invitations; github PUT /orgs/{}/memberships/{}
re-run a failed workflow | github POST /repos/{}/{}/actions/runs/{}/rerun-failed-jobs; github POST /repos/{}/{}/actions/runs/{}/rerun; circleci POST /project/{}/{}/{}/retry
add a label to an issue | github POST /repos/{}/{}/issues/{}/labels
move a jira ticket to done | jira POST /api/2/issue/{}/transitions
find jira issues with JQL | jira GET /api/2/search; jira POST /api/2/search
attach a file to a jira issue | jira POST /api/2/issue/{}/attachments
watch a jira ticket | jira POST /api/2/issue/{}/watchers
tell the #general channel something | slack POST /chat.postMessage
read the latest messages of a slack channel | slack GET /conversations.history
look up a slack user by email address | slack GET /users.lookupByEmail
pin a message | slack POST /pins.add; telegram POST /pinChatMessage
upload a file to slack | slack POST /files.upload
set my slack status | slack POST /users.profile.set
search my inbox for mails from my boss | gmail GET /gmail/v1/users/{}/messages; gmail GET /gmail/v1/users/{}/threads
draft a reply email | gmail POST /gmail/v1/users/{}/drafts
delete an email | gmail DELETE /gmail/v1/users/{}/messages/{}; gmail POST /gmail/v1/users/{}/messages/{}/trash
set an out of office reply | gmail PUT /gmail/v1/users/{}/settings/vacation
what's on my calendar today | google-calendar GET /calendars/{}/events
am I free on friday afternoon | google-calendar POST /freeBusy
reschedule a meeting in google calendar | google-calendar PATCH /calendars/{}/events/{}; google-calendar PUT /calendars/{}/events/{}
find a document in google drive | google-drive GET /files
upload a file to google drive | google-drive POST /files
download a google doc as pdf | google-drive GET /files/{}/export
empty the trash in google drive | google-drive DELETE /files/trash
add a row to a spreadsheet | google-sheets POST /v4/spreadsheets/{}/values/{}:append
start a new spreadsheet | google-sheets POST /v4/spreadsheets
create a google doc | google-docs POST /v1/documents
add a to-do in google tasks | google-tasks POST /tasks/v1/lists/{}/tasks
save a new contact in my google contacts | google-people POST /v1/people:createContact
make a notion page | notion POST /v1/pages
filter rows of a notion database | notion POST /v1/data_sources/{}/query
comment in notion | notion POST /v1/comments
move a trello card to another list | trello PUT /cards/{}/idList; trello PUT /cards/{}
add a checklist to a card | trello POST /cards/{}/checklists; trello POST /checklists
archive a trello list | trello PUT /lists/{}/closed
finish an asana task | asana PUT /tasks/{}
list asana projects | asana GET /projects; asana GET /workspaces/{}/projects; asana GET /teams/{}/projects
new customer in stripe | stripe POST /v1/customers
send an invoice to a client | stripe POST /v1/invoices/{}/send; paypal POST /v2/invoicing/invoices/{}/send; square POST /v2/invoices/{}/publish
how much money is on my stripe account | stripe GET /v1/balance
find a stripe customer by email | stripe GET /v1/customers/search; stripe GET /v1/customers
list unpaid stripe invoices | stripe GET /v1/invoices; stripe GET /v1/invoices/search
capture a paypal order | paypal POST /v2/checkout/orders/{}/capture
give money back with paypal | paypal POST /v2/payments/captures/{}/refund
book an appointment with square | square POST /v2/bookings
what is playing right now | spotify GET /me/player/currently-playing; spotify GET /me/player
make a spotify playlist | spotify POST /users/{}/playlists
turn the volume down | spotify PUT /me/player/volume
look for an album | spotify GET /search
get the recording of a zoom meeting | zoom GET /meetings/{}/recordings
delete a zoom meeting | zoom DELETE /meetings/{}
make a phone call with twilio | twilio POST /2010-04-01/Accounts/{}/Calls.json
buy a phone number | twilio POST /2010-04-01/Accounts/{}/IncomingPhoneNumbers.json
send a photo to a telegram chat | telegram POST /sendPhoto
kick someone out of a telegram group | telegram POST /kickChatMember
send out a mailchimp campaign | mailchimp POST /campaigns/{}/actions/send
unsubscribe an address with sendgrid | sendgrid POST /asm/suppressions/global; sendgrid POST /asm/groups/{}/suppressions
upload a video to youtube | youtube POST /youtube/v3/videos
reply to a youtube comment | youtube POST /youtube/v3/comments; youtube POST /youtube/v3/commentThreads
popular movies | tmdb GET /3/movie/popular
what's a good tv show to watch | tmdb GET /3/tv/popular; tmdb GET /3/tv/top_rated; tmdb GET /3/trending/tv/{}; tmdb GET /3/discover/tv
which voices are there in elevenlabs | elevenlabs GET /v1/voices; elevenlabs GET /v2/voices
transcribe a recording | openai POST /audio/transcriptions; elevenlabs POST /v1/speech-to-text
leave a comment in a figma file | figma POST /v1/files/{}/comments
reboot a linode | linode POST /linode/instances/{}/reboot
list my droplets | digitalocean GET /v2/droplets
environment variables of my netlify site | netlify GET /accounts/{}/env; netlify GET /api/v1/sites/{}/env
list vercel deployments | vercel GET /v6/deployments
list pods in a namespace | kubernetes GET /api/v1/namespaces/{}/pods
scale a deployment | kubernetes PUT /apis/apps/v1/namespaces/{}/deployments/{}/scale; kubernetes PATCH /apis/apps/v1/namespaces/{}/deployments/{}/scale
turn on a feature flag | launchdarkly PATCH /flags/{}/{}
lock out an okta user | okta POST /api/v1/users/{}/lifecycle/suspend; okta POST /api/v1/users/{}/lifecycle/deactivate
put an okta user into a group | okta PUT /api/v1/groups/{}/users/{}
has everybody signed the envelope | docusign GET /v2.1/accounts/{}/envelopes/{}/recipients; docusign GET /v2.1/accounts/{}/envelopes/{}
recent bank transactions | plaid POST /transactions/get; plaid POST /transactions/sync
my budgets | ynab GET /budgets
open a merge request in gitlab | gitlab POST /v3/projects/{}/merge_requests
create a bitbucket repo | bitbucket POST /repositories/{}/{}
write a blog post | dev-to POST /api/articles
my courses in classroom | google-classroom GET /v1/courses
start a new topic in the discourse forum | discourse POST /posts.json
invite a user with workos | workos POST /user_management/invitations
`;
