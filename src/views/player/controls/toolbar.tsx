import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import type { PlayResponse } from '../../../../contract/episode.js'
import { readyValue } from '../../../core/loading/loadable.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import { selectCaptionTrack } from '../../../player/captions.js'
import { createSystemControls, type SystemControls } from '../../../player/system-controls.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { useLazyPart, useOverlay } from '../../app/use-lazy-part.js'
import { SheetPortal } from '../../app/use-sheets.js'
import { PlayerIcon, type PlayerIconName } from '../player-icons.js'
import { usePlayerMessages } from '../use-player-messages.js'
import captionsCss from './captions.css'
import { Captions } from './captions.js'
import toolbarCss from './toolbar.css'

// Entry of a chunk that is loaded after the first frame.
export { Captions, createSystemControls }

interface Props {
  systemControls: SystemControls
  playResponse: PlayResponse
}

export const css = captionsCss + toolbarCss

const loadSheet = () => import('../sheets/playback-settings-sheet.js')

/** Keeps the previous episode's response while the next one loads. */
export function Toolbar({ systemControls }: Pick<Props, 'systemControls'>) {
  const { app } = useScope()
  const shown = useStore(systemControls.page.$play)
  const [playResponse, setPlayResponse] = useState(shown.state === 'playing' ? shown.playResponse : undefined)
  if (shown.state === 'playing' && shown.playResponse !== playResponse) setPlayResponse(shown.playResponse)
  const translate = usePlayerMessages(true)
  useNowPlaying(systemControls, playResponse, translate)
  const [wanted, setWanted] = useState<object>()
  const close = useCallback(() => setWanted(undefined), [])
  const sheet = useLazyPart(wanted, loadSheet, app.toasts, close)
  useOverlay(wanted, close)
  if (!translate || !playResponse) return null
  return (
    <>
      <CaptionsButton systemControls={systemControls} playResponse={playResponse} translate={translate} />
      <WindowButtons systemControls={systemControls} translate={translate} />
      <RoundButton icon="settings" label={translate('playbackSettings')} onPress={() => setWanted({})} />
      <PlaybackRateBadge systemControls={systemControls} translate={translate} />
      {wanted && sheet && (
        <SheetPortal>
          <sheet.PlaybackSettingsSheet
            systemControls={systemControls}
            playResponse={playResponse}
            translate={translate}
            onClose={close}
          />
        </SheetPortal>
      )}
    </>
  )
}

function useNowPlaying(
  { describe, page }: SystemControls,
  playResponse: PlayResponse | undefined,
  translate: PlayerTranslate | undefined
) {
  const detail = useStore(page.detail.$loadable)
  const drama = readyValue(detail)?.drama
  const artist = playResponse && translate?.('episodeNo', { no: playResponse.episode.no })
  useEffect(() => {
    if (drama && artist) describe({ title: drama.title, artist, artwork: drama.cover_url })
  }, [describe, drama, artist])
}

function CaptionsButton({ systemControls, playResponse, translate }: Props & { translate: PlayerTranslate }) {
  const { app } = useScope()
  const { language } = useTranslation()
  const choice = useStore(app.playbackSettings.$captions)
  if (playResponse.captions.length === 0) return null
  const isOn = selectCaptionTrack(playResponse.captions, choice, language.apiCode) !== undefined
  return (
    <RoundButton
      icon="captions"
      label={translate('captions')}
      isPressed={isOn}
      onPress={systemControls.toggleCaptions}
    />
  )
}

function WindowButtons({ systemControls, translate }: { systemControls: SystemControls; translate: PlayerTranslate }) {
  const isFullScreen = useStore(systemControls.fullScreen.$isOn)
  return (
    <span className="window-buttons">
      {systemControls.pictureInPicture && (
        <RoundButton
          icon="pictureInPicture"
          label={translate('pictureInPicture')}
          onPress={systemControls.togglePictureInPicture}
        />
      )}
      <RoundButton
        icon={isFullScreen ? 'leaveFullScreen' : 'fullScreen'}
        label={translate(isFullScreen ? 'leaveFullScreen' : 'fullScreen')}
        onPress={systemControls.fullScreen.toggle}
      />
    </span>
  )
}

interface RoundProps {
  icon: PlayerIconName
  label: string
  isPressed?: boolean
  onPress(): void
}

function RoundButton({ icon, label, isPressed, onPress }: RoundProps) {
  return (
    <button type="button" className="round" aria-label={label} aria-pressed={isPressed} onClick={onPress}>
      <PlayerIcon name={icon} />
    </button>
  )
}

function PlaybackRateBadge({
  systemControls,
  translate
}: {
  systemControls: SystemControls
  translate: PlayerTranslate
}) {
  const heldRate = useStore(systemControls.player.$heldRate)
  const changedRate = useStore(systemControls.$changedRate)
  const rate = heldRate ?? changedRate
  return (
    <p className="player-rate" role="status" hidden={rate === undefined}>
      {rate !== undefined && translate('rate', { rate })}
      <PlayerIcon name="faster" />
    </p>
  )
}
