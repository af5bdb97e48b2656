export interface LinkTarget {
  page: string
  lpid: string
  drama: string
  /** Numbers as typed; empty where the app decides. */
  ep: string
  t: string
}

/** The page's address with what opens the episode, as viewers share it; undefined for a page that is no address. */
export function deepLink({ page, lpid, drama, ep, t }: LinkTarget): string | undefined {
  if (!URL.canParse(page) || !/^https?:/.test(page)) return undefined
  const url = new URL(page)
  const asked = { lpid, drama, ep: drama && ep, t: drama && ep && t }
  for (const [name, value] of Object.entries(asked)) {
    if (value) url.searchParams.set(name, value)
    else url.searchParams.delete(name)
  }
  return url.href
}
