// What anybody may read of the catalogue: dramas and their episodes.

interface DramaCard {
  id: string
  title: string
}

/** `price` in coins. */
interface Episode {
  no: number
  price: number
  state: string
}

const PAGES = 8

/** The dramas that most watch, by their titles in English. Throws where the server cannot be asked, or encrypts. */
export async function readDramas(apiBase: string, signal: AbortSignal): Promise<DramaCard[]> {
  const dramas: DramaCard[] = []
  let cursor: string | null = ''
  for (let page = 0; page < PAGES && cursor !== null; page++) {
    const query: string = new URLSearchParams({ lang: 'en', page_size: '50', ...(cursor && { cursor }) }).toString()
    const answer: Listed<DramaCard> = await read(`${apiBase}/index/discover?${query}`, signal)
    dramas.push(...answer.list)
    cursor = answer.has_more ? (answer.next_cursor ?? null) : null
  }
  return dramas
}

export async function readEpisodes(apiBase: string, dramaId: string, signal: AbortSignal): Promise<Episode[]> {
  const query = new URLSearchParams({ lang: 'en', drama_id: dramaId })
  return (await read<Listed<Episode>>(`${apiBase}/drama/episodes?${query}`, signal)).list
}

interface Listed<Entry> {
  list: Entry[]
  next_cursor?: string | null
  has_more?: boolean
}

async function read<Data extends Listed<unknown>>(url: string, signal: AbortSignal): Promise<Data> {
  const { code, data } = await (await fetch(url, { signal })).json()
  if (code !== 200 || !Array.isArray(data?.list)) throw new Error(`no list at ${url}`)
  return data
}
