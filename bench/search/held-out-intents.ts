/** Intents that are only measured: nobody looks at their results while the search is changed. Read by `readIntents`. */
export const heldOutIntents = `
open a bug report in our github project | github POST /repos/{}/{}/issues
merge the PR | github PUT /repos/{}/{}/pulls/{}/merge; bitbucket POST /repositories/{}/{}/pullrequests/{}/merge; gitlab PUT /v3/projects/{}/merge_requests/{}/merge
star a repository | github PUT /user/starred/{}/{}
read a file from a github repository | github GET /repos/{}/{}/contents/{}
who is in my github team | github GET /orgs/{}/teams/{}/members; github GET /teams/{}/members
publish a release on github | github POST /repos/{}/{}/releases
assign the jira issue to a colleague | jira PUT /api/2/issue/{}/assignee
log time on a jira ticket | jira POST /api/2/issue/{}/worklog
write a comment on a jira issue | jira POST /api/2/issue/{}/comment
link two jira issues | jira POST /api/2/issueLink
post a message in slack | slack POST /chat.postMessage
schedule a slack message for tomorrow | slack POST /chat.scheduleMessage
list slack channels | slack GET /conversations.list
react to a slack message with an emoji | slack POST /reactions.add
start a direct message with a slack user | slack POST /conversations.open
remind me on slack | slack POST /reminders.add
invite people to a slack channel | slack POST /conversations.invite
show one gmail message | gmail GET /gmail/v1/users/{}/messages/{}
archive an email | gmail POST /gmail/v1/users/{}/messages/{}/modify; gmail POST /gmail/v1/users/{}/messages/batchModify; gmail POST /gmail/v1/users/{}/threads/{}/modify
download an email attachment | gmail GET /gmail/v1/users/{}/messages/{}/attachments/{}
which labels do I have in gmail | gmail GET /gmail/v1/users/{}/labels
put a meeting in my calendar | google-calendar POST /calendars/{}/events; google-calendar POST /calendars/{}/events/quickAdd
cancel a calendar appointment | google-calendar DELETE /calendars/{}/events/{}
share my calendar with a coworker | google-calendar POST /calendars/{}/acl
share a google drive file with somebody | google-drive POST /files/{}/permissions
make a folder in box | box POST /folders
copy a file in drive | google-drive POST /files/{}/copy
who can access this drive file | google-drive GET /files/{}/permissions
read cells from a google sheet | google-sheets GET /v4/spreadsheets/{}/values/{}; google-sheets GET /v4/spreadsheets/{}/values:batchGet
change a cell in google sheets | google-sheets PUT /v4/spreadsheets/{}/values/{}; google-sheets POST /v4/spreadsheets/{}/values:batchUpdate
add a slide to a presentation | google-slides POST /v1/presentations/{}:batchUpdate
tick off a task in google tasks | google-tasks PATCH /tasks/v1/lists/{}/tasks/{}; google-tasks PUT /tasks/v1/lists/{}/tasks/{}
see the answers to my google form | google-forms GET /v1/forms/{}/responses
search notion | notion POST /v1/search
append text to a notion page | notion PATCH /v1/blocks/{}/children; notion PATCH /v1/pages/{}/markdown
create a trello card | trello POST /cards; trello POST /lists/{}/cards
what boards do I have in trello | trello GET /members/{}/boards
set a due date on a trello card | trello PUT /cards/{}/due; trello PUT /cards/{}
create a task in asana | asana POST /tasks
my asana tasks | asana GET /user_task_lists/{}/tasks; asana GET /tasks; asana GET /users/{}/user_task_list
add a subtask in asana | asana POST /tasks/{}/subtasks
charge a credit card | stripe POST /v1/charges; stripe POST /v1/payment_intents; square POST /v2/payments
cancel a subscription | stripe DELETE /v1/customers/{}/subscriptions/{}; stripe DELETE /v1/subscriptions/{}; paypal POST /v1/billing/subscriptions/{}/cancel; square POST /v2/subscriptions/{}/cancel; recurly PUT /subscriptions/{}/cancel; zuora PUT /v1/subscriptions/{}/cancel
make a discount coupon | stripe POST /v1/coupons; recurly POST /coupons
create a payment link | stripe POST /v1/payment_links
answer a dispute in stripe | stripe POST /v1/disputes/{}; stripe POST /v1/charges/{}/dispute
pay out money to several people with paypal | paypal POST /v1/payments/payouts
list square payments | square GET /v2/payments; square GET /v1/{}/payments
play a song on spotify | spotify PUT /me/player/play
add songs to a playlist | spotify POST /playlists/{}/tracks
skip to the next track | spotify POST /me/player/next
my favourite artists | spotify GET /me/top/{}; spotify GET /me/following
set up a zoom meeting | zoom POST /users/{}/meetings
who attended the zoom meeting | zoom GET /past_meetings/{}/participants; zoom GET /report/meetings/{}/participants; zoom GET /metrics/meetings/{}/participants
send a text message | twilio POST /2010-04-01/Accounts/{}/Messages.json; telegram POST /sendMessage
check a verification code in twilio | twilio POST /v2/Services/{}/VerificationCheck
see which text messages were sent | twilio GET /2010-04-01/Accounts/{}/Messages.json
send a poll in telegram | telegram POST /sendPoll
add a subscriber to a mailchimp audience | mailchimp POST /lists/{}/members; mailchimp PUT /lists/{}/members/{}
how did my newsletter do | mailchimp GET /reports/{}; mailchimp GET /reports
which addresses bounced | sendgrid GET /suppression/bounces
search youtube for cooking videos | youtube GET /youtube/v3/search
subscribe to a youtube channel | youtube POST /youtube/v3/subscriptions
who plays in this film | tmdb GET /3/movie/{}/credits
turn text into speech | elevenlabs POST /v1/text-to-speech/{}
generate a picture with openai | openai POST /images/generations
export a figma frame as png | figma GET /v1/images/{}
create a server on digitalocean | digitalocean POST /v2/droplets
add a DNS record | digitalocean POST /v2/domains/{}/records; linode POST /domains/{}/records; netlify POST /dns_zones/{}/dns_records; vercel POST /v2/domains/{}/records
deploy my site on netlify | netlify POST /sites/{}/deploys; netlify POST /sites/{}/builds
roll back a netlify deploy | netlify PUT /sites/{}/rollback; netlify POST /sites/{}/deploys/{}/restore
create a database branch in neon | neon POST /projects/{}/branches
delete a kubernetes deployment | kubernetes DELETE /apis/apps/v1/namespaces/{}/deployments/{}
container logs | kubernetes GET /api/v1/namespaces/{}/pods/{}/log
add a user in okta | okta POST /api/v1/users
reset somebody's okta password | okta POST /api/v1/users/{}/lifecycle/reset_password; okta POST /api/v1/users/{}/credentials/forgot_password
send a contract for signature | docusign POST /v2.1/accounts/{}/envelopes
my bank account balances with plaid | plaid POST /accounts/balance/get
record an expense in ynab | ynab POST /budgets/{}/transactions
run an SQL query in bigquery | bigquery POST /projects/{}/queries; bigquery POST /projects/{}/jobs
list commits in a gitlab project | gitlab GET /v3/projects/{}/repository/commits
approve a pull request on bitbucket | bitbucket POST /repositories/{}/{}/pullrequests/{}/approve
homework of a class | google-classroom GET /v1/courses/{}/courseWork
funny cat gif | giphy GET /gifs/search; giphy GET /gifs/random; giphy GET /gifs/translate
pause a recurly subscription | recurly PUT /subscriptions/{}/pause
`;
