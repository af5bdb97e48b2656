import { splitText } from '../lib/split-text.js'

const DEFAULT_LENGTH = 140

export function toMaxLength(length: number | string | undefined): number {
  const maxLength = Number(length ?? Number.NaN)
  if (Number.isNaN(maxLength)) return DEFAULT_LENGTH
  return maxLength < 0 ? Number.POSITIVE_INFINITY : Math.floor(maxLength)
}

/**
 * Counts visible characters. Removes text before the caret, like the platform, because it was typed last. `caret`
 * counts as `selectionStart` does.
 */
export function truncateText(text: string, caret: number, maxLength: number): { text: string; caret: number } {
  if (text.length <= maxLength || splitText(text).length <= maxLength) return { text, caret }
  const after = splitText(text.slice(caret)).slice(0, maxLength)
  const before = splitText(text.slice(0, caret))
    .slice(0, maxLength - after.length)
    .join('')
  return { text: before + after.join(''), caret: before.length }
}
