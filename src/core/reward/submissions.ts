import type { RewardChannel, Submission } from '../../../contract/reward.js'
import type { App } from '../app.js'
import { createListRefresh, mergeFirstPage } from '../loading/list-refresh.js'
import { createPagedList, type PagedList } from '../loading/paged-list.js'
import { getOrCreateImagePreview } from '../ui/image-preview.js'
import { createPrivateImages } from './private-images.js'
import { createShowRewardError } from './reward-errors.js'
import type { Rewards } from './rewards.js'

export interface Submissions {
  paged: PagedList<Submission>
  refreshQuietly(): Promise<void>
  appeal(id: string, text: string): Promise<Submission | undefined>
  showPicture(imageId: string): Promise<void>
}

export function createSubmissions(
  app: App,
  { texts, signal }: Pick<Rewards, 'texts' | 'signal'>,
  channel?: RewardChannel
): Submissions {
  const { api } = app
  const pictures = createPrivateImages(app, signal)
  const showError = createShowRewardError(app, texts)
  const loadPage = (cursor: string | undefined, isQuiet: boolean) =>
    api.get('/reward/records', { channel, cursor }, { isQuiet })
  const paged = createPagedList<Submission>(cursor => loadPage(cursor, false))
  signal.addEventListener('abort', app.session.$change.listen(paged.reload))
  const refreshQuietly = createListRefresh(paged.list, () => loadPage(undefined, true), mergeFirstPage)
  const { broadcast, storage } = app.environment
  broadcast.listen(message => Object(message).balance && storage.isPersistent() && void refreshQuietly(), signal)
  return {
    paged,
    refreshQuietly,
    async appeal(id, text) {
      try {
        const { submission } = await api.post('/reward/appeal', { id, text }, { isQuiet: true })
        await refreshQuietly()
        return submission
      } catch (error) {
        showError(error)
        return undefined
      }
    },
    async showPicture(imageId) {
      try {
        const url = await pictures.open(imageId)
        if (signal.aborted) return
        if (url !== undefined) await getOrCreateImagePreview(app).show({ urls: [url] })
        else await refreshQuietly()
      } catch (error) {
        showError(error)
      }
    }
  }
}
