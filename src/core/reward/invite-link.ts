import { withoutVisitParameters } from '../campaign/share-link.js'

export function inviteLink(pageUrl: string, { lpid, code }: { lpid: string | undefined; code: string }): string {
  const url = withoutVisitParameters(pageUrl)
  for (const name of ['drama', 'ep']) url.searchParams.delete(name)
  if (lpid !== undefined) url.searchParams.set('lpid', lpid)
  url.searchParams.set('share', code)
  return url.href
}

export type ShareRewardChannel = 'whatsapp' | 'facebook'
