const MAX_NAME_LENGTH = 200
const MAX_EXTENSION_LENGTH = 12
/** Marks that change the order in which the rest of a name is drawn. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * What a member's file was called, as text of one line without folders. It is shown and says the number of the episode,
 * and never becomes a path.
 */
export function toUploadName(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? '')
    .replace(DIRECTION_MARKS, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  if (name.length <= MAX_NAME_LENGTH) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= MAX_EXTENSION_LENGTH ? name.slice(dot) : ''
  return `${name.slice(0, MAX_NAME_LENGTH - extension.length - 1).trimEnd()}…${extension}`
}
