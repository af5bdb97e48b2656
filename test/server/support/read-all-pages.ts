export interface ListPage<Entry> {
  list: Entry[]
  next_cursor: string | null
  has_more: boolean
}

export async function readAllPages<Entry>(
  read: (cursor: Record<string, string>) => Promise<ListPage<Entry>>,
  between: () => unknown = () => undefined
): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    if (cursor !== '') await between()
    const page: ListPage<Entry> = await read(cursor === '' ? {} : { cursor })
    if (page.has_more !== (page.next_cursor !== null)) throw new Error('has_more and next_cursor do not agree')
    entries.push(...page.list)
    cursor = page.next_cursor
  }
  return entries
}
