/** The most choices that a list of names shows at once: drawing hundreds takes long. What is typed finds the others. */
export const mostChoices = 50;
