/** Whether a text of an address can be an id. */
export const isId = (text: string): boolean => /^\d{1,10}$/.test(text) && Number(text) <= 2_147_483_647;
