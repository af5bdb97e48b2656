import type { PlayAnswer } from '../../contract/episode.js'

/** The track that a choice means: a wire code, `auto` for the interface's language, `off`. */
export function chosenTrack(captions: PlayAnswer['captions'], choice: string, lang: string) {
  return captions.find(track => track.lang === (choice === 'auto' ? lang : choice))
}
