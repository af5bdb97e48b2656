import type { PlayAnswer } from '../../../contract/episode.js'
import { knownPlaylists } from '../../core/opening.js'
import type { Source } from '../../video/source.js'

/** What the stage plays of an answer, from `position` in seconds; undefined where the answer has nothing to play. */
export function toSource(answer: PlayAnswer, position: number): Source | undefined {
  const [source] = answer.sources
  return source && { url: source.url, position, opening: answer.opening, playlists: knownPlaylists(answer) }
}
