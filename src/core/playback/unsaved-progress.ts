import type { WatchedSpan } from './watch-meter.js'

export const UNSAVED_PROGRESS_KEY = 'drama_watched'

export interface PlaySession {
  play_id: string
  episode_id: string
}

export interface ProgressSaver {
  recordPosition(play: PlaySession, position: number): Promise<void>
  recordWatched(play: PlaySession, watched: WatchedSpan): Promise<void>
  send(): Promise<void>
}
