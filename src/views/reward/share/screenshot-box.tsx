import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import type { ScreenshotState } from '../../../core/reward/screenshot.js'
import type { SharePage } from '../../../core/reward/share-page.js'
import { getOrCreateImagePreview } from '../../../core/ui/image-preview.js'
import { useScope } from '../../app/scope.js'
import { usePartText } from '../../app/use-part-text.js'
import { RewardIcon } from '../reward-icon.js'

export function ScreenshotBox({ page }: { page: SharePage }) {
  const text = usePartText(page.texts)
  const shown = useStore(page.$screenshot)
  const id = useId()
  const problem = 'problem' in shown && shown.problem ? text(shown.problem) : undefined
  return (
    <div className="picture" data-state={shown.state}>
      {shown.state !== 'none' && <Preview page={page} shown={shown} />}
      <div className="picture-side">
        <div className="picture-status" role="status">
          {shown.state === 'checking' && text('checkingPicture')}
          {shown.state === 'ready' && <b>{text('pictureReady')}</b>}
        </div>
        {shown.state === 'sending' && (
          <label className="picture-sending">
            {text('sendingPicture', { percent: shown.percent })}
            <progress className="reward-progress" max={100} value={shown.percent} />
          </label>
        )}
        <p className="picture-problem" id={id} role="alert">
          {problem}
        </p>
        <Actions page={page} shown={shown} describedBy={id} />
        {shown.state === 'none' && <p className="picture-limits">{text('pictureLimits')}</p>}
      </div>
    </div>
  )
}

function Preview({ page, shown }: { page: SharePage; shown: Exclude<ScreenshotState, { state: 'none' }> }) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  const { preview } = shown
  if (preview === undefined) {
    return (
      <span className="picture-preview">
        <RewardIcon name="picture" />
      </span>
    )
  }
  return (
    <button
      type="button"
      className="picture-preview"
      aria-label={text('pictureChosen')}
      onClick={() => void getOrCreateImagePreview(app).show({ urls: [preview] })}
    >
      <img src={preview} alt="" />
    </button>
  )
}

function Actions({ page, shown, describedBy }: { page: SharePage; shown: ScreenshotState; describedBy: string }) {
  const text = usePartText(page.texts)
  const button = (kind: 'primary' | 'quiet', children: ReactNode, press: () => unknown) => (
    <button
      type="button"
      className={`button ${kind}`}
      part="button"
      aria-describedby={describedBy}
      onClick={() => void press()}
    >
      {children}
    </button>
  )
  switch (shown.state) {
    case 'none':
      return button(
        'quiet',
        <>
          <RewardIcon name="picture" />
          {text('choosePicture')}
        </>,
        page.choose
      )
    case 'checking':
    case 'sending':
      return button('quiet', text('cancel'), page.remove)
    case 'stopped':
      return (
        <>
          {button('primary', text('pictureAgain'), page.retry)}
          {button('quiet', text('changePicture'), page.choose)}
        </>
      )
    case 'ready':
      return (
        <>
          {button('quiet', text('changePicture'), page.choose)}
          {button('quiet', text('remove'), page.remove)}
        </>
      )
  }
}
