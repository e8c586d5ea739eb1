/** Everyday sentences and the built-in tools that do what they say, to look at while the search is changed. Each tool is enough. */
export const builtInDevelopmentSentences = `
book a meeting with Anna tomorrow at 3 | google_calendar_events_create; google_calendar_events_quick_add; microsoft_calendar_events_create; microsoft_calendar_calendars_events_create; zoom_meetings_create
what do I have on my calendar today | google_calendar_events_list; microsoft_calendar_agenda_list; microsoft_calendar_events_list
reply to the last email from my boss | gmail_messages_reply; outlook_messages_reply; outlook_messages_reply_all; outlook_drafts_create_reply
find emails about the invoice | gmail_messages_list; gmail_threads_list; outlook_messages_list; outlook_folders_messages_list
mark a to-do as done | todoist_tasks_close; asana_tasks_update
add milk to my shopping list | todoist_tasks_create
post a message in the #general channel | slack_chat_post_message; discord_create_message
who is in this slack channel | slack_conversations_members
set the price of a product in my shop | shopify_variants_update; shopify_products_update; square_upsert_catalog_object
which orders came in today | shopify_orders_list; square_search_orders
cancel a customer's subscription | stripe_delete_subs_subscription_exposed_id; paypal_billing_subscriptions_cancel; recurly_cancel_subscription; recurly_terminate_subscription; square_cancel_subscription
how much money do I have in stripe | stripe_get_balance
bill a client | stripe_post_invoices; stripe_post_invoiceitems; xero_create_invoices; paypal_invoicing_invoices_create; square_create_invoice
show me unpaid invoices | stripe_get_invoices; xero_get_invoices; recurly_list_invoices; paypal_invoicing_invoices_list; paypal_invoicing_invoices_search_invoices; square_search_invoices; quickbooks_query
text somebody | twilio_create_message
call a phone number and read out a message | twilio_create_call; elevenlabs_handle_an_outbound_call_via_twilio
where is my package | shipengine_get_tracking_log; shipengine_get_tracking_log_from_label; shipengine_start_tracking
print a shipping label | shipengine_create_label; shipengine_create_label_from_rate; shipengine_create_label_from_shipment; shipengine_get_label_by_id
read a file from my github repo | github_repos_get_content
open a pull request | github_pulls_create
see why the vercel build failed | vercel_deployment_events_list; vercel_deployments_get
undo the last netlify deploy | netlify_rollback_site_deploy; netlify_restore_site_deploy
point a domain at a server | cloudflare_dns_records_create; cloudflare_dns_records_update; netlify_create_dns_record; vercel_domains_add
add a row to a google sheet | google_sheets_rows_append; google_sheets_values_append
make a copy of a google doc | google_drive_files_copy
share a folder with my colleague | google_drive_permissions_create; onedrive_items_invite; onedrive_links_create
upload a picture to onedrive | onedrive_files_upload
write a page in notion | notion_post_page; notion_update_page_markdown; notion_patch_block_children
find a notion page | notion_post_search
look up a contact in hubspot | hubspot_contacts_search; hubspot_contacts_get
add a new lead to salesforce | salesforce_leads_create
move the deal to the next stage | hubspot_deals_update
lock an employee's account in okta | okta_suspend_user; okta_deactivate_user
reset a user's password | okta_reset_password; workos_post_user_management_password_reset; workos_post_user_mgmt_password_reset_confirm
read this text aloud | elevenlabs_text_to_speech; elevenlabs_text_to_speech_with_timestamps; elevenlabs_text_to_speech_streaming
transcribe an audio file | openai_audio_transcribe; elevenlabs_speech_to_text
draw a picture of a cat | openai_images_generate
ask claude a question | anthropic_messages_create
search the logs for errors | datadog_logs_search; sentry_events_search; elasticsearch_search; elasticsearch_esql_query
which errors happened in production today | sentry_issues_list; sentry_events_search; sentry_issue_events_list
`;
