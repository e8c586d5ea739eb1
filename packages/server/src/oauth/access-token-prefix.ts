/** Before an access token that is introspected or revoked, so that the library looks it up in our storage. */
export const accessTokenPrefix = "access:";
