interface DramaCard {
  id: string
  title: string
}

interface Episode {
  no: number
  price: number
  state: string
}

const MAX_PAGES = 8

/** Most watched dramas first. Throws if the server does not respond, or encrypts its responses. */
export async function loadDramas(apiBase: string, signal: AbortSignal): Promise<DramaCard[]> {
  const dramas: DramaCard[] = []
  let cursor: string | null = ''
  for (let page = 0; page < MAX_PAGES && cursor !== null; page++) {
    const query: string = new URLSearchParams({ lang: 'en', page_size: '50', ...(cursor && { cursor }) }).toString()
    const response: ListResponse<DramaCard> = await loadList(`${apiBase}/index/discover?${query}`, signal)
    dramas.push(...response.list)
    cursor = response.has_more ? (response.next_cursor ?? null) : null
  }
  return dramas
}

export async function loadEpisodes(apiBase: string, dramaId: string, signal: AbortSignal): Promise<Episode[]> {
  const query = new URLSearchParams({ lang: 'en', drama_id: dramaId })
  return (await loadList<ListResponse<Episode>>(`${apiBase}/drama/episodes?${query}`, signal)).list
}

interface ListResponse<Entry> {
  list: Entry[]
  next_cursor?: string | null
  has_more?: boolean
}

async function loadList<Data extends ListResponse<unknown>>(url: string, signal: AbortSignal): Promise<Data> {
  const { code, data } = await (await fetch(url, { signal })).json()
  if (code !== 200 || !Array.isArray(data?.list)) throw new Error(`no list at ${url}`)
  return data
}
