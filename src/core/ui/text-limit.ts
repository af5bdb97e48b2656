// How much a viewer may write, counted in what the viewer sees: an emoji of several parts is one character.
const DEFAULT_LENGTH = 140

/** 140 when absent or no number; a negative one is no limit. */
export function toMaxLength(length: number | string | undefined): number {
  const wanted = Number(length ?? Number.NaN)
  if (Number.isNaN(wanted)) return DEFAULT_LENGTH
  return wanted < 0 ? Number.POSITIVE_INFINITY : Math.floor(wanted)
}

/**
 * A text that may be too long, shortened the way the platform does it: what goes is the end of what was put in, which
 * is what stands before the caret. `caret` counts as `selectionStart` does.
 */
export function truncateText(text: string, caret: number, maxLength: number): { text: string; caret: number } {
  // No text has more characters than units.
  if (text.length <= maxLength || splitText(text).length <= maxLength) return { text, caret }
  const after = splitText(text.slice(caret)).slice(0, maxLength)
  const before = splitText(text.slice(0, caret))
    .slice(0, maxLength - after.length)
    .join('')
  return { text: before + after.join(''), caret: before.length }
}

/** Browsers that cannot tell characters from each other count code points. */
function splitText(text: string): string[] {
  if (!('Segmenter' in Intl)) return [...text]
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
}
