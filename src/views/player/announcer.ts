import type { PlayAnswer } from '../../../contract/episode.js'
import type { CareOptions } from './care.js'
import type { Note } from './notebook.js'

const COMPLETE = 0.9

/** Tells the host page what is watched, each thing once; times in seconds from the episode's start. */
export function createAnnouncer({ app, $time, signal }: CareOptions): (note: Note) => void {
  const framed = new Set<number>()
  let staged: PlayAnswer | undefined
  let isPlaying = false
  let started = ''
  let completed = ''

  function start() {
    if (!staged || !isPlaying || !framed.has(staged.episode.no) || started === staged.episode.id) return
    started = staged.episode.id
    const { drama_id, episode } = staged
    app.emit('drama-episode-start', { drama_id, episode_no: episode.no, seconds: $time.get().position })
  }

  const leave = $time.listen(({ position: seconds, duration }) => {
    if (!staged || completed === staged.episode.id || duration <= 0 || seconds / duration < COMPLETE) return
    completed = staged.episode.id
    app.emit('drama-episode-complete', { drama_id: staged.drama_id, episode_no: staged.episode.no, seconds })
  })
  signal.addEventListener('abort', leave)

  return note => {
    if (note.what === 'shown') staged = note.answer
    if (note.what === 'shown') isPlaying = false
    if (note.what === 'frame') framed.add(note.no)
    if (note.what === 'playing') isPlaying = note.is
    start()
  }
}
