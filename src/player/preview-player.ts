import { atom, type ReadableAtom } from 'nanostores'
import type { PlayResponse } from '../../contract/episode.js'
import type { FeedPreview } from '../core/catalogue/feed-preview.js'
import type { VideoSlot } from '../video/video-slot.js'

export interface PreviewPlayback {
  episodeId: string
  video: HTMLVideoElement
  hasFrame: boolean
}

export interface PreviewPlayer {
  $playback: ReadableAtom<PreviewPlayback | undefined>
  /** Previews begin without sound; the choice of the viewer lasts as long as the page. */
  $isMuted: ReadableAtom<boolean>
  toggleSound(): void
  exit(): void
}

const CLIP_LENGTH_S = 20

export function createPreviewPlayer({ $playResponse }: FeedPreview, document: Document): PreviewPlayer {
  const lifetime = new AbortController()
  const $playback = atom<PreviewPlayback | undefined>()
  const $isMuted = atom(true)
  let slot: VideoSlot | undefined
  let claimPlayback: (() => boolean) | undefined

  function clear() {
    if (!$playback.get()) return
    $playback.set(undefined)
    slot?.reset()
  }

  async function show(answer: PlayResponse) {
    // Loads chunks of the player, so that a tap on the preview does not wait for them.
    const [{ createVideoSlot, createSignedMedia }, { joinExclusivePlayback }] = await Promise.all([
      import('./instant-start/instant-start.js'),
      import('./system-controls.js')
    ])
    const source = createSignedMedia(answer, async () => undefined)?.from(0)
    if (lifetime.signal.aborted || $playResponse.get() !== answer || !source) return
    claimPlayback ??= joinExclusivePlayback(
      document,
      { isPreview: true, isPlaying: () => $playback.get() !== undefined, onInterrupted: clear },
      lifetime.signal
    )
    if (!claimPlayback()) return
    slot ??= createVideoSlot(
      {
        onFrame() {
          const playback = $playback.get()
          if (playback) $playback.set({ ...playback, hasFrame: true })
        },
        onPlayAttempt(outcome) {
          if (outcome === 'muted') $isMuted.set(true)
          if (outcome === 'blocked') clear()
        },
        onFailed: clear
      },
      lifetime.signal,
      { isPreview: true }
    )
    const { video } = slot
    loopClip(video)
    $playback.set({ episodeId: answer.episode.id, video, hasFrame: false })
    slot.load(source, false)
    slot.play($isMuted.get())
  }

  const unsubscribe = $playResponse.listen(answer => {
    clear()
    if (answer) void show(answer).catch(clear)
  })

  return {
    $playback,
    $isMuted,
    toggleSound() {
      $isMuted.set(!$isMuted.get())
      if ($playback.get()) slot?.play($isMuted.get())
    },
    exit() {
      unsubscribe()
      clear()
      lifetime.abort()
    }
  }
}

function loopClip(video: HTMLVideoElement) {
  video.loop = true
  video.ontimeupdate = () => {
    if (video.currentTime > CLIP_LENGTH_S) video.currentTime = 0
  }
}
