// The screenshot, from the picker to the server, which gives a number for it that is good for a day.
import { atom, type ReadableAtom } from 'nanostores'
import type { MessageKey } from '../../../locales/app/en.js'
import type { RewardMessageKey } from '../../../locales/reward/en.js'
import type { App } from '../app.js'
import { BusinessError, isSilent } from '../request/request-error.js'
import { type ChosenImages, chooseImage } from '../ui/choose-image.js'
import type { ShareRewardChannel } from './invite-link.js'
import { createPrivateImages } from './private-images.js'
import { rewardFailure } from './reward-errors.js'
import { findImageProblem, type ImageProblem } from './screenshot-check.js'
import type { SubmissionDrafts } from './submission-drafts.js'

/** `preview` is the address of the picture; undefined until the server has given back what a visit before sent. */
export type ScreenshotState =
  | { state: 'none'; problem?: MessageKey | RewardMessageKey }
  | { state: 'checking'; preview: string }
  /** `percent` of it has been sent. */
  | { state: 'sending'; preview: string; percent: number }
  /** It did not arrive; the file is still here. */
  | { state: 'stopped'; preview: string; problem: MessageKey | RewardMessageKey }
  | { state: 'ready'; preview: string | undefined; imageId: string }

export interface ScreenshotField {
  $proof: ReadableAtom<ScreenshotState>
  /** Within the viewer's tap. */
  choose(): Promise<void>
  /** Sends the file again that did not arrive. */
  retry(): Promise<void>
  /** Stops what is being sent, or takes back what was chosen. */
  remove(): void
  /** It was handed in, or can be used no more. */
  clear(problem?: MessageKey | RewardMessageKey): void
}

/** Makes a large picture small enough for a slow connection; gives the file itself where it cannot. */
export type Shrink = (file: File) => Promise<Blob>

const WRONG_KIND = /not supported/
const SESSION_INVALID = 999

export function createScreenshotField(
  app: App,
  channel: ShareRewardChannel,
  drafts: SubmissionDrafts,
  shrink: Shrink,
  signal: AbortSignal
): ScreenshotField {
  const { clock } = app.environment
  const kept = drafts.find(channel)?.imageId
  const none: ScreenshotState = { state: 'none' }
  const $proof = atom<ScreenshotState>(kept ? { state: 'ready', preview: undefined, imageId: kept } : none)
  let choice: ChosenImages | undefined
  let sending = new AbortController()

  function clear(problem?: MessageKey | RewardMessageKey) {
    sending.abort()
    choice?.release()
    choice = undefined
    $proof.set(problem ? { state: 'none', problem } : none)
  }

  async function choose() {
    let chosen: ChosenImages
    try {
      chosen = await chooseImage(app.environment, { count: 1, extension: ['jpg', 'png', 'webp'], signal })
    } catch (error) {
      // A picker that was closed has changed nothing.
      if (error instanceof Error && WRONG_KIND.test(error.message)) {
        drafts.forget(channel)
        clear(problems.type)
      }
      return
    }
    drafts.forget(channel)
    clear()
    choice = chosen
    await take(chosen)
  }

  async function take(chosen: ChosenImages) {
    const [file] = chosen.tempFiles
    const [preview] = chosen.tempFilePaths
    if (!file || !preview) return
    $proof.set({ state: 'checking', preview })
    const small = await shrink(file).catch(() => file)
    const problem = await findImageProblem(small).catch(() => 'broken' as const)
    if (choice !== chosen) return
    if (problem) return clear(problems[problem])
    await send(small, preview)
  }

  async function send(file: Blob, preview: string) {
    sending = new AbortController()
    const mine = sending
    const isCurrent = () => mine === sending && !mine.signal.aborted
    $proof.set({ state: 'sending', preview, percent: 0 })
    try {
      const imageId = await upload(app, file, mine.signal, percent => {
        if (isCurrent()) $proof.set({ state: 'sending', preview, percent })
      })
      if (!isCurrent()) return
      drafts.keep(channel, { imageId, at: clock.now() })
      $proof.set({ state: 'ready', preview, imageId })
    } catch (error) {
      if (!isCurrent() || isSilent(error)) return
      const reason = reasonOf(error)
      if (reason) return clear(problems[reason])
      $proof.set({ state: 'stopped', preview, problem: rewardFailure(error) ?? 'somethingWrong' })
    }
  }

  const isShown = (imageId: string) => {
    const shown = $proof.get()
    return shown.state === 'ready' && shown.imageId === imageId
  }

  /** What a visit before has sent is shown again; whether it can be handed in, the server says then. */
  async function recall(imageId: string) {
    const preview = await createPrivateImages(app, signal).open(imageId)
    if (signal.aborted || !isShown(imageId)) return
    if (preview !== undefined) return $proof.set({ state: 'ready', preview, imageId })
    drafts.forget(channel)
    clear('pictureGone')
  }

  /** Another viewer's picture is none of theirs; one that came along, as to an account, is shown on. */
  function follow() {
    const shown = $proof.get()
    if (shown.state === 'none') return
    clear('pictureGone')
    if (shown.state !== 'ready') return
    $proof.set({ state: 'ready', preview: undefined, imageId: shown.imageId })
    void recall(shown.imageId)
      .then(() => isShown(shown.imageId) && drafts.keep(channel, { imageId: shown.imageId, at: clock.now() }))
      .catch(() => undefined)
  }

  signal.addEventListener('abort', app.session.$change.listen(follow))
  if (kept) void recall(kept).catch(() => undefined)
  signal.addEventListener('abort', () => sending.abort())
  return {
    $proof,
    choose,
    async retry() {
      if (choice && $proof.get().state === 'stopped') await take(choice)
    },
    remove() {
      drafts.forget(channel)
      clear()
    },
    clear
  }
}

/** The picture's number. */
async function upload(
  app: App,
  file: Blob,
  signal: AbortSignal,
  onPercent: (percent: number) => void
): Promise<string> {
  const { code, message, data } = await app.connection.upload({
    url: '/upload/image',
    file,
    formData: { purpose: 'reward' },
    signal,
    onProgress: ({ progress }) => onPercent(progress)
  })
  // Whoever asks next is signed in again; the file waits for the viewer.
  if (code === SESSION_INVALID) void app.api.get('/user/info', {}, { isQuiet: true }).catch(() => undefined)
  const { image_id } = Object(data)
  if (code !== 200 || typeof image_id !== 'string') throw new BusinessError(code, message, data)
  return image_id
}

const problems: Record<ImageProblem, RewardMessageKey> = {
  empty: 'pictureEmpty',
  type: 'pictureType',
  size: 'pictureSize',
  dimensions: 'pictureDimensions',
  pixels: 'picturePixels',
  broken: 'pictureBroken'
}

/** What the server found wrong with the picture itself. */
function reasonOf(error: unknown): ImageProblem | undefined {
  const { reason } = Object(error instanceof BusinessError ? error.data : undefined)
  return typeof reason === 'string' && reason in problems ? (reason as ImageProblem) : undefined
}
