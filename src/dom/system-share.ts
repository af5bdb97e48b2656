import { hasSystemShare } from './browser-features/sharing.js'

/** `absent`: the system has no share sheet, or rejected this link. */
export async function shareBySystem(link: ShareData): Promise<'shared' | 'cancelled' | 'absent'> {
  if (!hasSystemShare() || navigator.canShare?.(link) === false) return 'absent'
  try {
    await navigator.share(link)
    return 'shared'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : 'absent'
  }
}
