/** Test support: sentences, and the built-in tools of which each does what is said. */
export const builtInSentences: readonly [sentence: string, slugs: readonly string[]][] = [
  [
    "close an issue",
    ["github_issues_update", "jira_issues_transition", "linear_issues_update", "sentry_issues_update"],
  ],
  ["create a jira ticket", ["jira_issues_create"]],
  [
    "who am I",
    [
      "airtable_whoami_get",
      "asana_users_me_get",
      "discord_get_my_user",
      "figma_get_me",
      "github_users_get_authenticated",
      "gmail_profile_get",
      "jira_myself_get",
      "linear_viewer_get",
      "netlify_get_current_user",
      "notion_get_self",
      "outlook_profile_get",
      "telegram_me_get",
      "todoist_user_get",
      "trello_members_me_get",
      "vercel_user_get",
      "zoom_users_me_get",
    ],
  ],
  ["list my repositories", ["github_repos_list_for_authenticated_user"]],
  ["refund a payment", ["paypal_payments_captures_refund", "square_refund_payment", "stripe_post_refunds"]],
  ["send an email", ["gmail_messages_send", "outlook_messages_send", "sendgrid_mail_send"]],
];
