import type { EpisodeList } from '../../../contract/episode.js'
import type { App } from '../app.js'
import { createLoadable, type LoadableStore } from '../loading/loadable.js'
import { createFeedPreview, type FeedPreview } from './feed-preview.js'

/** The episodes of a drama, of which the first one plays as a preview. */
export interface DramaEpisodes {
  episodes: LoadableStore<EpisodeList>
  preview: FeedPreview
  reload(): void
  exit(): void
}

export function createDramaEpisodes(app: App, dramaId: string): DramaEpisodes {
  const episodes = createLoadable(async () => {
    await app.visit.whenReadyForPlay()
    return app.api.get('/drama/episodes', { drama_id: dramaId }, { isQuiet: true })
  })
  const preview = createFeedPreview(app)
  const exit = episodes.$loadable.subscribe(loadable => {
    const [episode] = loadable.state === 'ready' ? loadable.value.list : []
    preview.select(episode && { episode })
  })
  return { episodes, preview, reload: () => void episodes.reload(), exit }
}
