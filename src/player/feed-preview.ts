// Moving pictures in the feed: the one `<video>` that shows them.
import { atom, type ReadableAtom } from 'nanostores'
import type { PlayResponse } from '../../contract/episode.js'
import type { FeedPreview } from '../core/catalogue/feed-preview.js'
import type { VideoSlot } from '../video/video-slot.js'

/** What moves: it takes the poster's place once it has a frame. */
export interface PreviewPlayback {
  episodeId: string
  video: HTMLVideoElement
  hasFrame: boolean
}

export interface PreviewPlayer {
  $picture: ReadableAtom<PreviewPlayback | undefined>
  exit(): void
}

/** So many seconds of an episode are shown, again and again: they cost the network once. */
const LENGTH = 20

/** Plays what the preview has, without sound; what cannot be played, or may not beside a player, stays a poster. */
export function createPreviewPlayer({ $answer }: FeedPreview, document: Document): PreviewPlayer {
  const lifetime = new AbortController()
  const $picture = atom<PreviewPlayback | undefined>()
  let screen: VideoSlot | undefined
  let claimPlayback: (() => boolean) | undefined

  function clear() {
    if (!$picture.get()) return
    $picture.set(undefined)
    screen?.reset()
  }

  async function show(answer: PlayResponse) {
    // The player's own code: the viewer who taps has it already.
    const [{ createVideoSlot, createSignedMedia }, { joinExclusivePlayback }] = await Promise.all([
      import('./instant-start/instant-start.js'),
      import('./system-controls.js')
    ])
    const source = createSignedMedia(answer, async () => undefined)?.from(0)
    if (lifetime.signal.aborted || $answer.get() !== answer || !source) return
    claimPlayback ??= joinExclusivePlayback(
      document,
      { isPreview: true, isPlaying: () => $picture.get() !== undefined, onInterrupted: clear },
      lifetime.signal
    )
    if (!claimPlayback()) return
    screen ??= createVideoSlot(
      {
        onFrame() {
          const shown = $picture.get()
          if (shown) $picture.set({ ...shown, hasFrame: true })
        },
        onAutoplay: outcome => outcome === 'blocked' && clear(),
        onFailed: clear
      },
      lifetime.signal,
      { isPreview: true }
    )
    const { video } = screen
    loopClip(video)
    $picture.set({ episodeId: answer.episode.id, video, hasFrame: false })
    screen.load(source, false)
    screen.play(true)
  }

  const unfollow = $answer.listen(answer => {
    clear()
    if (answer) void show(answer).catch(clear)
  })

  return {
    $picture,
    exit() {
      unfollow()
      clear()
      lifetime.abort()
    }
  }
}

function loopClip(video: HTMLVideoElement) {
  video.loop = true
  video.ontimeupdate = () => {
    if (video.currentTime > LENGTH) video.currentTime = 0
  }
}
