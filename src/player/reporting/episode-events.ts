import type { PlayAnswer } from '../../../contract/episode.js'
import type { CareOptions } from '../observers.js'
import type { Note } from '../player-events.js'
import { createEpisodeMarks, type EpisodeMarks } from './episode-marks.js'

/** Tells the host page what is watched, each thing once; times in seconds from the episode's start. */
export function createAnnouncer({ app, $time, signal }: CareOptions): (note: Note) => void {
  const framed = new Set<number>()
  let staged: PlayAnswer | undefined
  let isPlaying = false
  let started = ''
  let marks: EpisodeMarks | undefined

  function start() {
    if (!staged || !isPlaying || !framed.has(staged.episode.no) || started === staged.episode.id) return
    started = staged.episode.id
    const { drama_id, episode } = staged
    const { position } = $time.get()
    app.emit('drama-episode-start', { drama_id, episode_no: episode.no, seconds: position })
    marks = createEpisodeMarks(app.emit, { drama_id, episode_no: episode.no }, position)
  }

  const leave = $time.listen(({ position, duration }) => {
    // What is told between two episodes belongs to neither.
    if (staged?.episode.id === started && isPlaying) marks?.pass(position, duration)
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
