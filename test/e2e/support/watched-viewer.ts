import type { Browser, BrowserContext } from 'playwright-core'
import { inApp, readToken } from './journey.js'

export type ViewerState = Awaited<ReturnType<BrowserContext['storageState']>>

interface Sending {
  data?: object
  headers?: Record<string, string>
}

/** Returns `data` of the response. */
export type Post = <Answer>(path: string, sending?: Sending) => Promise<Answer>

interface Play {
  play_id: string
  episode: { id: string }
}

const WATCHED_DRAMAS = ['d_winter-bride', 'd_red-silk', 'd_last-train']

/** The storage of a new viewer, after `act` has done what the viewer did before. */
export async function createViewer(
  browser: Browser,
  origin: string,
  act: (post: Post) => Promise<unknown>
): Promise<ViewerState> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/pages/index/my`)
  await inApp(page, '.profile-name button').waitFor()
  const token = await readToken(page)
  const post: Post = async (path, { data = {}, headers = {} } = {}) => {
    const answer = await page.request.post(origin + path, { data, headers: { Authorization: token ?? '', ...headers } })
    return (await answer.json()).data
  }
  await act(post)
  const state = await context.storageState()
  await context.close()
  return state
}

/** Has watched, kept and begun dramas. */
export async function watchDramas(post: Post): Promise<void> {
  const watch = async (drama_id: string, episode_no: number, position_s: number) => {
    const { play_id, episode } = await post<Play>('/drama/play', { data: { drama_id, episode_no } })
    await post('/drama/progress', { data: { play_id, episode_id: episode.id, position_s } })
  }
  for (const drama_id of WATCHED_DRAMAS) {
    await post('/user/favorite', { data: { drama_id, on: 1 } })
    await watch(drama_id, 2, 20)
  }
  await watch('d_winter-bride', 5, 9)
}
