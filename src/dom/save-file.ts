/** Revokes late because the browser may still read the file after the click. */
const REVOKE_AFTER_MS = 60_000

export function saveFile(
  document: Document,
  setTimer: (delayMs: number, task: () => void) => unknown,
  file: { name: string; type: string; text: string }
): void {
  const url = URL.createObjectURL(new Blob([file.text], { type: `${file.type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimer(REVOKE_AFTER_MS, () => URL.revokeObjectURL(url))
}
