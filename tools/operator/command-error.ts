// What the words of a command are, and what is said of those that are nothing.

/** Not understood; the text says which word, and why. */
export class CommandError extends Error {}

/** A whole number where it is one; else the text itself, which the server refuses by name. */
export const numberOf = (text: string): number | string => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)
