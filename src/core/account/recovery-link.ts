// The link that carries a recovery code to another browser: in the fragment, which no server and no Referer gets.
import { withoutVisitParameters } from '../campaign/share-link.js'

const NAME = 'drama-code'

/** Longer ones are for the other device's clipboard: no camera reads their picture off a phone. */
const MAX_QR_LENGTH = 600

/** The page at `href` with the code; undefined where no other browser could open it, as a file or a frame of text. */
export function recoveryLink(href: string, code: string, lpid: string | undefined): string | undefined {
  if (!/^https?:/.test(href)) return undefined
  const url = withoutVisitParameters(href)
  if (lpid !== undefined) url.searchParams.set('lpid', lpid)
  url.hash = `${NAME}=${code}`
  return url.href
}

export const fitsQrCode = (link: string) => link.length <= MAX_QR_LENGTH

/** The code in a fragment; undefined where it carries none. */
export function readRecoveryCode(hash: string): string | undefined {
  const [, code] = new RegExp(`^#${NAME}=([\\w-]{1,64})$`).exec(hash) ?? []
  return code
}
