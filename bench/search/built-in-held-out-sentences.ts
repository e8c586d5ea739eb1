/** Everyday sentences that are only measured: nobody looks at their results while the search is changed. */
export const builtInHeldOutSentences = `
schedule a zoom call for next monday | zoom_meetings_create
move my 2 o'clock appointment to 4 | google_calendar_events_update; microsoft_calendar_events_update; zoom_meetings_update
when is everybody free next week | google_calendar_free_busy_query; microsoft_calendar_meeting_times_find; microsoft_calendar_schedules_get
decline the meeting invitation | microsoft_calendar_events_decline
forward this mail to my accountant | outlook_messages_forward
throw an email into the trash | gmail_messages_trash; outlook_messages_delete
save an email as a draft | gmail_drafts_create; outlook_drafts_create
download the attachment of a message | gmail_attachments_get; outlook_attachments_get; outlook_attachments_list
give a task to a teammate in asana | asana_tasks_update
what is left on my todo list | todoist_tasks_list; todoist_tasks_search; asana_tasks_list
put a card on my trello board | trello_cards_create
assign a bug to a developer | jira_issues_assign; github_issues_add_assignees; github_issues_update; linear_issues_update; sentry_issues_update
comment on a ticket | jira_comments_create; github_issues_create_comment; linear_comments_create; sentry_comments_create
what are we working on in this sprint | jira_sprint_issues_list; jira_sprints_list; linear_cycles_list
approve a pull request | github_pulls_create_review; github_pulls_submit_review
list the open bugs of a repo | github_issues_list_for_repo
create a new branch in my repository | github_git_create_ref
read the latest messages in a slack channel | slack_conversations_history
react with a thumbs up | slack_reactions_add; discord_add_my_message_reaction
send somebody a private message on discord | discord_create_dm; discord_create_message
ban a user from my discord server | discord_ban_user_from_guild
send a photo to a telegram group | telegram_photos_send
charge a customer's card | stripe_post_payment_intents; stripe_post_charges; square_create_payment
find a customer by email | stripe_get_customers; stripe_get_customers_search; square_search_customers; shopify_customers_list
make a discount code | recurly_create_coupon; stripe_post_coupons; stripe_post_promotion_codes
what did customers pay last week | stripe_get_charges; stripe_get_payment_intents; square_list_payments; xero_get_payments; recurly_list_transactions; paypal_reporting_search_get
did we make a profit this year | xero_get_report_profit_and_loss; quickbooks_get_profit_and_loss
add a new supplier | xero_create_contacts; square_create_vendor
how many items are left in stock | square_batch_retrieve_inventory_counts; square_retrieve_inventory_count; shopify_inventory_get
buy a phone number | twilio_create_incoming_phone_number; twilio_create_incoming_phone_number_local; twilio_create_incoming_phone_number_mobile; twilio_create_incoming_phone_number_toll_free
check if an address is valid | shipengine_validate_address
find a file on google drive | google_drive_files_list
who can see this document | google_drive_permissions_list; onedrive_permissions_list
create a folder | google_drive_folders_create; onedrive_folders_create; rclone_operations_mkdir; outlook_folders_create
read the cells of a spreadsheet | google_sheets_values_get; google_sheets_rows_list; google_sheets_values_batch_get
put a record into airtable | airtable_records_create; airtable_records_upsert
invite a new user to the organization | workos_post_user_management_invitations; github_orgs_create_invitation; workos_post_user_management_org_memberships
deploy my website again | vercel_deployments_redeploy; netlify_create_site_build; netlify_restore_site_deploy
clear the cdn cache | cloudflare_cache_purge; netlify_purge_cache
how much is in my bank account | plaid_accounts_balance_get; plaid_accounts_get
export a frame from figma as an image | figma_get_images
how much did we spend on text messages | twilio_list_usage_record; twilio_list_usage_record_daily; twilio_list_usage_record_monthly; twilio_list_usage_record_this_month; twilio_list_usage_record_last_month
`;
