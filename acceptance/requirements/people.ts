import { type Requirement, stated } from "./requirement.ts";

/** How people sign in, and their sessions. */
export const peopleRequirements: Requirement[] = [
  ...stated("D43b", {
    "companies.link":
      "The operator makes a link with which a person who lost the password sets a new one; earlier links end at once, and sessions when it is used.",
    "companies.link-unknown": "For an address that nobody has there is no link, and the command says so.",
  }),
  ...stated("D43", {
    "companies.create":
      "The operator creates a company on the machine while the server runs, and gets a link for its first Admin.",
    "companies.apart": "A new company sees neither the members nor the applications of another.",
    "companies.walls":
      "An Admin of another company is refused by every operation whose path names something of this one, and sees nothing of it in a list.",
    "companies.usage": "An unknown command ends with exit code 2 and creates nothing.",
  }),
  ...stated("D52", {
    "people.no-cookie-on-api": "A session's cookie is no credential under /v1.",
  }),
  ...stated("D53", {
    "first-admin.link":
      "The first start prints a one-time link for the first Admin and keeps it in a file for its owner only.",
    "first-admin.link-once":
      "The link works once, and a later start makes no other while the Admin has a password.",
    "first-admin.settings":
      "The e-mail address and password of the settings sign the first Admin in, and no link is made.",
    "first-admin.settings-kept": "The settings do not replace a password that the first Admin has.",
    "first-admin.settings-wrong":
      "A password of the settings that is short or common stops the start and is not printed.",
  }),
  ...stated("D54", {
    "people.invitation": "A person accepts an invitation by setting a password, and is signed in.",
    "people.invitation.preview": "Opening an invitation does not use it up.",
    "people.password.short": "A password of fewer than 12 characters is refused.",
    "people.password.common": "A common password is refused.",
    "people.sign-in": "A person signs in at /signin with the fields email and password.",
    "people.sign-in.case": "Upper and lower case of the e-mail address make no difference.",
    "people.sign-in.cookie": "The session's cookie is HttpOnly, SameSite=Lax and for the whole host.",
    "people.sign-in.secure-cookie": "With an https address the cookie is Secure and has the prefix __Host-.",
    "people.sign-in.new": "Each sign-in has a new token, also in a browser that brought one.",
    "people.sign-in.return": "After signing in a person lands on the page that was asked for.",
    "people.sign-in.return-local": "Signing in leads to no other site, whatever page was asked for.",
    "people.sign-out": "Signing out ends the session: its cookie is worth nothing afterward.",
    "people.password.change":
      "Changing the password ends the person's other sessions and links for a new password, and only the new password signs in.",
    "people.password.change-wrong": "The password is changed only with the current one.",
    "people.session.removed-member": "Removing a member ends their sessions at once.",
    "people.session.deleted-profile": "Deleting a profile ends its sessions and its password.",
    "people.session.ended-by-admin": "An Admin ends a member's sessions at once.",
    "people.new-link":
      "An Admin makes a new link for a person, which replaces the password and ends sessions and earlier links.",
    "people.new-link.deleted-profile": "For a person who deleted the profile a new link is 409.",
    "people.new-link.bounds":
      "There is no new link for a service member, for a person in several companies, or from anybody who is no Admin of the company.",
    "people.session.several-servers": "A session begun at one server works at another, and ends at both.",
    "people.several-companies":
      "A person who joined a second company with the first one's password chooses one after signing in.",
    "people.company-left":
      "What a page got or showed for one company does nothing after the person has chosen another: the console's token is refused, and so are forms.",
    "people.same-address":
      "Two members of one company may have the same e-mail address: each accepts an invitation of their own, and a password that is both's leads to a choice.",
    "people.foreign-company": "Nobody can choose a company they are not in.",
    "people.provider":
      "At the operator's OpenID provider a person signs in as the member with the verified e-mail address.",
    "people.provider.stranger": "An address that no member has is refused.",
    "people.provider.unverified": "An address that the provider has not verified is refused.",
    "people.provider.bound":
      "The provider's redirect counts only in the browser that began, once; PKCE, state and nonce are used.",
    "people.provider.refused": "A refusal at the provider is shown, and nobody is signed in.",
    "people.provider.down": "When the provider cannot be reached, a page says so.",
    "people.pages": "The pages allow no script, no frame and no foreign style, and are not stored.",
    "people.markup": "Names in a page are text, whatever characters they have.",
  }),
  ...stated("D59b", {
    "people.wrong": "A wrong password and an unknown address read the same.",
    "people.throttled.person":
      "After 5 to 20 wrong tries for an address, the page is 429, also with the right password.",
    "people.throttled.unknown": "Tries for an unknown address are counted as those for a known one.",
    "people.throttled.network":
      "After 5 to 20 wrong tries from a network address, the page is 429 for every account.",
    "people.throttled.at-once": "Tries that come at the same time are all counted.",
    "people.throttled.proxy":
      "The network address of a trusted proxy's client counts; without a trusted proxy the header means nothing.",
    "people.forms": "A form that another site sends does nothing.",
    "people.forms.no-referrer": "A form from a page without a referrer, with the origin null, works.",
    "people.host": "A page asked for under another host name is refused; loopback names count as each other.",
    "people.large-form": "A form that is too large does nothing.",
    "people.sign-out.posted": "Opening /signout does not sign out; its button does.",
  }),
];
