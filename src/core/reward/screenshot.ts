import { atom, type ReadableAtom } from 'nanostores'
import type { MessageKey } from '../../../locales/app/en.js'
import type { RewardMessageKey } from '../../../locales/reward/en.js'
import type { App } from '../app.js'
import { SUCCESS_CODE } from '../request/error-codes.js'
import { BusinessError, isSilent, RequestError } from '../request/request-error.js'
import { type ChosenImages, chooseImage } from '../ui/choose-image.js'
import type { ShareRewardChannel } from './invite-link.js'
import { createPrivateImages } from './private-images.js'
import { rewardFailure } from './reward-errors.js'
import { findImageProblem, type ImageProblem } from './screenshot-check.js'
import type { SubmissionDrafts } from './submission-drafts.js'

export type ScreenshotState =
  | { state: 'none'; problem?: MessageKey | RewardMessageKey }
  | { state: 'checking'; preview: string }
  | { state: 'sending'; preview: string; percent: number }
  | { state: 'stopped'; preview: string; problem: MessageKey | RewardMessageKey }
  | { state: 'ready'; preview: string | undefined; imageId: string }

export interface ScreenshotField {
  $screenshot: ReadableAtom<ScreenshotState>
  /** Call within a tap, because browsers open a file picker only then. */
  choose(): Promise<void>
  retry(): Promise<void>
  remove(): void
  clear(problem?: MessageKey | RewardMessageKey): void
}

export type Shrink = (file: File) => Promise<Blob>

const UNSUPPORTED_TYPE = /not supported/

export function createScreenshotField(
  app: App,
  channel: ShareRewardChannel,
  drafts: SubmissionDrafts,
  shrink: Shrink,
  signal: AbortSignal
): ScreenshotField {
  const { clock, loadFilePicker } = app.environment
  const filePicker = loadFilePicker()
  filePicker.catch(() => undefined)
  const draftImageId = drafts.find(channel)?.imageId
  const empty: ScreenshotState = { state: 'none' }
  const $screenshot = atom<ScreenshotState>(
    draftImageId ? { state: 'ready', preview: undefined, imageId: draftImageId } : empty
  )
  let currentImages: ChosenImages | undefined
  let sending = new AbortController()

  function clear(problem?: MessageKey | RewardMessageKey) {
    sending.abort()
    currentImages?.release()
    currentImages = undefined
    $screenshot.set(problem ? { state: 'none', problem } : empty)
  }

  async function choose() {
    let chosen: ChosenImages
    try {
      const chooseFiles = await filePicker.catch(loadFilePicker)
      chosen = await chooseImage(chooseFiles, { count: 1, extension: ['jpg', 'png', 'webp'], signal })
    } catch (error) {
      if (error instanceof Error && UNSUPPORTED_TYPE.test(error.message)) {
        drafts.forget(channel)
        clear(problems.type)
      } else if (error instanceof TypeError) app.showError(new RequestError('network', 'file picker'))
      return
    }
    drafts.forget(channel)
    clear()
    currentImages = chosen
    await checkAndSend(chosen)
  }

  async function checkAndSend(chosen: ChosenImages) {
    const [file] = chosen.tempFiles
    const [preview] = chosen.tempFilePaths
    if (!file || !preview) return
    $screenshot.set({ state: 'checking', preview })
    const shrunk = await shrink(file).catch(() => file)
    const problem = await findImageProblem(shrunk).catch(() => 'broken' as const)
    if (currentImages !== chosen) return
    if (problem) return clear(problems[problem])
    await send(shrunk, preview)
  }

  async function send(file: Blob, preview: string) {
    sending = new AbortController()
    const ownSending = sending
    const isCurrent = () => ownSending === sending && !ownSending.signal.aborted
    $screenshot.set({ state: 'sending', preview, percent: 0 })
    try {
      const imageId = await uploadScreenshot(app, file, ownSending.signal, percent => {
        if (isCurrent()) $screenshot.set({ state: 'sending', preview, percent })
      })
      if (!isCurrent()) return
      drafts.save(channel, { imageId, at: clock.now() })
      $screenshot.set({ state: 'ready', preview, imageId })
    } catch (error) {
      if (!isCurrent() || isSilent(error)) return
      const reason = serverImageProblem(error)
      if (reason) return clear(problems[reason])
      $screenshot.set({ state: 'stopped', preview, problem: rewardFailure(error) ?? 'somethingWrong' })
    }
  }

  const isShown = (imageId: string) => {
    const shown = $screenshot.get()
    return shown.state === 'ready' && shown.imageId === imageId
  }

  async function restorePreview(imageId: string) {
    const preview = await createPrivateImages(app, signal).open(imageId)
    if (signal.aborted || !isShown(imageId)) return
    if (preview !== undefined) return $screenshot.set({ state: 'ready', preview, imageId })
    drafts.forget(channel)
    clear('pictureGone')
  }

  /** After a change of user, keeps the image only if it was merged into the new account. */
  function onUserChange() {
    const shown = $screenshot.get()
    if (shown.state === 'none') return
    clear('pictureGone')
    if (shown.state !== 'ready') return
    $screenshot.set({ state: 'ready', preview: undefined, imageId: shown.imageId })
    void restorePreview(shown.imageId)
      .then(() => isShown(shown.imageId) && drafts.save(channel, { imageId: shown.imageId, at: clock.now() }))
      .catch(() => undefined)
  }

  signal.addEventListener('abort', app.session.$change.listen(onUserChange))
  if (draftImageId) void restorePreview(draftImageId).catch(() => undefined)
  signal.addEventListener('abort', () => sending.abort())
  return {
    $screenshot,
    choose,
    async retry() {
      if (currentImages && $screenshot.get().state === 'stopped') await checkAndSend(currentImages)
    },
    remove() {
      drafts.forget(channel)
      clear()
    },
    clear
  }
}

async function uploadScreenshot(
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
  const { image_id } = Object(data)
  if (code !== SUCCESS_CODE || typeof image_id !== 'string') throw new BusinessError(code, message, data)
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

function serverImageProblem(error: unknown): ImageProblem | undefined {
  const { reason } = Object(error instanceof BusinessError ? error.data : undefined)
  return typeof reason === 'string' && reason in problems ? (reason as ImageProblem) : undefined
}
