// The media of every answer; those of a free episode begin before it, with what came beside the sign-in.
import type { PlayAnswer } from '../../../contract/episode.js'
import type { StartHint } from '../../../contract/start-hint.js'
import type { App } from '../../core/app.js'
import { expiryOf } from '../../core/opening.js'
import type { PlayPage } from '../../core/pages/play.js'
import { waitPatiently } from '../../core/patience.js'
import { wantFor } from '../../core/start.js'
import type { AskedHint } from '../../core/start-hint.js'
import type { Source } from '../../video/source.js'
import { readStartHint } from '../../video/start-hint.js'
import { isSameFilm, type Media, toMedia } from './to-source.js'

export interface EpisodeMedia {
  /** The element in which an episode may begin before its answer. */
  readonly early: { no: number; video: HTMLVideoElement } | undefined
  /** One for all who speak of an answer: what is renewed is renewed for the element that has it already. */
  of(answer: PlayAnswer): Media | undefined
  /** Runs the task when the first episode has begun, or when that is waited for no longer; at once if it is now. */
  afterBeginning(task: () => void): void
  /** Whether the episode on stage has been begun as this answer would have it; asked once for each answer. */
  hasBegun(answer: PlayAnswer): boolean
}

/** `onBegun` is called once, if a hint is there before the answer. */
export function createEpisodeMedia(
  app: App,
  page: PlayPage,
  onBegun: (no: number, source: Source) => void
): EpisodeMedia {
  const first = page.$play.get()
  const known = new WeakMap<PlayAnswer, Media | undefined>()
  let hinted: { head: StartHint; media: Media } | undefined
  let beginning: Promise<void> | undefined

  async function begin({ response, since, stream }: AskedHint) {
    const { head, begun } = await readStartHint(await response, since)
    // An answer may be waiting for this, and a lock or another episode may have come instead.
    const { no, state } = page.$play.get()
    const isWanted = no === first.no && (state === 'loading' || state === 'playing')
    if (!isWanted || !beginning || app.signal.aborted) return
    const expires_at = expiryOf(head, app.environment.clock.now())
    const media = toMedia({ ...head, expires_at }, page.renew, app.settings.$quality, { ...begun, stream })
    if (!media) return
    hinted = { head, media }
    onBegun(first.no, media.from(0))
  }
  // Without it the episode begins with its answer.
  async function settle(hint: AskedHint) {
    await waitPatiently(app.environment.clock, begin(hint))
    beginning = undefined
    if (!hinted) close(hint)
  }

  const asked = app.takeHint(wantFor('play', { drama_id: page.dramaId, episode_no: `${first.no}` }) ?? '')
  beginning = asked && settle(asked)
  const early = asked?.stream && { no: first.no, video: asked.stream.video }

  return {
    early,
    afterBeginning(task) {
      if (beginning) void beginning.then(task)
      else task()
    },
    of(answer) {
      if (!known.has(answer)) known.set(answer, toMedia(answer, page.renew, app.settings.$quality))
      return known.get(answer)
    },
    hasBegun(answer) {
      const begun = hinted
      hinted = undefined
      const isSame = begun && answer.episode.no === first.no && isSameFilm(begun.head, answer)
      if (!isSame || answer.position_s > 0) return false
      known.set(answer, begun.media)
      return true
    }
  }
}

/** What nothing came into must not look as if something were there. */
function close({ stream }: AskedHint) {
  if (!stream) return
  URL.revokeObjectURL(stream.address)
  if (stream.video.src !== stream.address) return
  stream.video.removeAttribute('src')
  stream.video.load()
}
