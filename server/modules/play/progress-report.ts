import type { TaskCode } from '../../../contract/task.js'
import type { GroupCommit } from '../../lib/group-commit.js'
import type { ReportedBeat } from './watch-time.js'

export interface WatchReport {
  deviceId: string
  playId: string
  issuedAt: Date
  /**
   * Whose served segments may count: the viewer's, and those without a token from the same network and browser. Null if
   * another server sends the film.
   */
  filmOwners: readonly string[] | null
  beats: readonly ReportedBeat[]
  /** Undefined if the episode does not exist any more: its seconds count, without milestones. */
  episode: { drama_id: string; no: number; duration_s: number } | undefined
}

export interface ProgressReport {
  userId: string
  episodeId: string
  now: Date
  watched: WatchReport | null
  /** Null if the viewer may not watch the episode any more. */
  position: ProgressChange | null
}

export interface ProgressChange {
  userId: string
  dramaId: string
  episodeId: string
  episodeNo: number
  positionSeconds: number
  durationSeconds: number
  isFinished: boolean
  now: Date
}

/** Resolves with the completed daily tasks once the report is committed. */
export type ProgressWriter = GroupCommit<ProgressReport, TaskCode[]>
