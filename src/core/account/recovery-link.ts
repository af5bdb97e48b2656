// Puts the recovery code into the fragment, because browsers send a fragment neither to servers nor as Referer.
import { withoutVisitParameters } from '../campaign/share-link.js'

const FRAGMENT_NAME = 'drama-code'

/** In characters. Phone cameras cannot read the QR code of a longer link. */
const MAX_QR_LENGTH = 600

export function recoveryLink(href: string, code: string, lpid: string | undefined): string | undefined {
  if (!/^https?:/.test(href)) return undefined
  const url = withoutVisitParameters(href)
  if (lpid !== undefined) url.searchParams.set('lpid', lpid)
  url.hash = `${FRAGMENT_NAME}=${code}`
  return url.href
}

export const fitsQrCode = (link: string) => link.length <= MAX_QR_LENGTH

export function readRecoveryCode(hash: string): string | undefined {
  const [, code] = new RegExp(`^#${FRAGMENT_NAME}=([\\w-]{1,64})$`).exec(hash) ?? []
  return code
}
