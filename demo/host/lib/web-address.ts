/** Whether it is a whole address of http or https. `URL.canParse` is missing in Chrome before 120, Safari before 17. */
export function isWebAddress(text: string): boolean {
  try {
    return /^https?:\/\//.test(text) && new URL(text).host !== ''
  } catch {
    return false
  }
}
