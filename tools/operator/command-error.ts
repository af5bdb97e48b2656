export class CommandError extends Error {}

/** Returns any other text unchanged, so that the server rejects it by the name of its field. */
export const parseNumber = (text: string): number | string => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)
