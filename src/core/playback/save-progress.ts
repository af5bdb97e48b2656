import type { DramaCard } from '../../../contract/drama.js'
import type { PlayResponse } from '../../../contract/episode.js'
import type { App } from '../app.js'
import type { WatchedSpan } from './watch-meter.js'

type ProgressOwner = Pick<App, 'progress' | 'environment'>

const playOf = ({ play_id, episode }: PlayResponse) => ({ play_id, episode_id: episode.id })

export function saveProgress(
  { progress, environment }: ProgressOwner,
  answer: PlayResponse,
  position: number,
  drama: DramaCard | undefined
): void {
  const position_s = Math.max(0, position)
  if (drama) {
    const { no: episode_no, duration_s } = answer.episode
    progress.$latest.set({ drama, episode_no, position_s, duration_s, updated_at: environment.clock.now() })
  }
  progress.write(saver => saver.recordPosition(playOf(answer), position_s))
}

export function recordWatched({ progress }: ProgressOwner, answer: PlayResponse, watched: WatchedSpan): void {
  progress.write(saver => saver.recordWatched(playOf(answer), watched))
}
