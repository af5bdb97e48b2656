// The link that invites others: the page's address with the campaign and whose link it is.
import { withoutVisitParameters } from '../campaign/share-link.js'

/** `https://partner.example/page?lpid=…&share=…`. */
export function inviteLink(pageUrl: string, { lpid, code }: { lpid: string | undefined; code: string }): string {
  const url = withoutVisitParameters(pageUrl)
  for (const name of ['drama', 'ep']) url.searchParams.delete(name)
  if (lpid !== undefined) url.searchParams.set('lpid', lpid)
  url.searchParams.set('share', code)
  return url.href
}

/** A channel whose reward needs a screenshot. */
export type ShareRewardChannel = 'whatsapp' | 'facebook'
