/** Format of an application's slug (decisions D20). */
export const applicationSlugPattern: RegExp = /^[a-z][a-z0-9-]{0,31}$/;
