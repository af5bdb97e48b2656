import type { ContinueCard } from '../../../contract/drama.js'
import type { PlayResponse } from '../../../contract/episode.js'
import type { App } from '../app.js'
import { viewerBodyOf } from './instant-start-play.js'

/** An older answer may lack what was watched elsewhere. */
const MAX_AGE_MS = 300_000

interface PreparedPlay {
  dramaId: string
  no: number
  viewerBody: string | undefined
  request: Promise<{ answer: PlayResponse; receivedAt: number }>
  since: number
}

const preparedPlays = new WeakMap<App, PreparedPlay>()

/** Requests what the player needs for the first drama of the continue row, because its viewer probably continues it. */
export function preparePlay(app: App, { drama, episode_no }: ContinueCard): void {
  const isOnHome = app.router.$stack.get().top?.route.name === 'home'
  if (!isOnHome || findPreparedPlay(app, drama.id, episode_no)) return
  const { clock } = app.environment
  const body = { drama_id: drama.id, episode_no }
  // After the position of an episode that was just left.
  const request = app.progress
    .whenSaved()
    .then(() => app.api.post('/drama/play', body, { isQuiet: true }))
    .then(answer => ({ answer, receivedAt: clock.now() }))
  const prepared = { dramaId: drama.id, no: episode_no, viewerBody: viewerBodyOf(app), request, since: clock.now() }
  preparedPlays.set(app, prepared)
  request.catch(() => preparedPlays.get(app) === prepared && preparedPlays.delete(app))
}

/** The answer, once. Undefined if none was prepared for this viewer, or if the request failed. */
export async function takePreparedPlay(app: App, dramaId: string, no: number): Promise<PlayResponse | undefined> {
  const prepared = findPreparedPlay(app, dramaId, no)
  preparedPlays.delete(app)
  const taken = await prepared?.request.catch(() => undefined)
  if (!taken) return undefined
  const { answer, receivedAt } = taken
  return { ...answer, server_time: answer.server_time + app.environment.clock.now() - receivedAt }
}

function findPreparedPlay(app: App, dramaId: string, no: number): PreparedPlay | undefined {
  const prepared = preparedPlays.get(app)
  const isFor = prepared?.dramaId === dramaId && prepared.no === no && prepared.viewerBody === viewerBodyOf(app)
  const latest = app.progress.$latest.get()
  const isOutdated = latest?.drama.id === dramaId && latest.updated_at > (prepared?.since ?? 0)
  return isFor && !isOutdated && app.environment.clock.now() - prepared.since < MAX_AGE_MS ? prepared : undefined
}
