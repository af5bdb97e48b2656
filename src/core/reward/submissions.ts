// What was handed in, newest first, and the appeal against a rejection.
import type { RewardChannel, Submission } from '../../../contract/reward.js'
import type { App } from '../app.js'
import { createListRefresh } from '../loading/list-refresh.js'
import { createPagedList, type ListAnswer, type PagedList } from '../loading/paged-list.js'
import { createPrivateImages } from './private-images.js'
import { createTeller } from './reward-errors.js'
import type { Rewards } from './rewards.js'

export interface Submissions {
  paged: PagedList<Submission>
  /** Shows what has become of them; how far the list was loaded stays. Never rejects. */
  catchUp(): Promise<void>
  /** Asks for another look, once; false, and the viewer is told, where it was not taken. */
  appeal(id: string, text: string): Promise<Submission | undefined>
  /** Shows the screenshot that was handed in, in full size. */
  showPicture(imageId: string): Promise<void>
}

/** Of all channels where none is named. */
export function createSubmissions(
  app: App,
  { texts, signal }: Pick<Rewards, 'texts' | 'signal'>,
  channel?: RewardChannel
): Submissions {
  const { api } = app
  const pictures = createPrivateImages(app, signal)
  const tell = createTeller(app, texts)
  const ask = (cursor: string | undefined, isQuiet: boolean) =>
    api.get('/reward/records', { channel, cursor }, { isQuiet })
  const paged = createPagedList<Submission>(cursor => ask(cursor, false))
  // Another viewer has handed in other things: nothing of these is theirs to see.
  signal.addEventListener('abort', app.session.$change.listen(paged.reload))
  const catchUp = createListRefresh(paged.list, () => ask(undefined, true), mergeSubmissions)
  const { broadcast, storage } = app.environment
  // Claimed in another tab.
  broadcast.listen(message => Object(message).balance && storage.isPersistent() && void catchUp(), signal)
  return {
    paged,
    catchUp,
    async appeal(id, text) {
      try {
        const { submission } = await api.post('/reward/appeal', { id, text }, { isQuiet: true })
        await catchUp()
        return submission
      } catch (error) {
        tell(error)
        return undefined
      }
    },
    async showPicture(imageId) {
      try {
        const url = await pictures.open(imageId)
        if (signal.aborted) return
        if (url !== undefined) await app.imagePreview.show({ urls: [url] })
        // It was removed since the list was read.
        else await catchUp()
      } catch (error) {
        tell(error)
      }
    }
  }
}

/** The newest page over what was loaded before, where they meet. */
function mergeSubmissions(shown: ListAnswer<Submission>, fresh: ListAnswer<Submission>): ListAnswer<Submission> {
  const newest = new Set(fresh.list.map(({ id }) => id))
  const older = shown.list.filter(({ id }) => !newest.has(id))
  const doMeet = older.length < shown.list.length
  return doMeet && older.length > 0 ? { ...shown, list: [...fresh.list, ...older] } : fresh
}
