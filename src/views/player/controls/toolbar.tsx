import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PlayResponse } from '../../../../contract/episode.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import { selectCaptionTrack } from '../../../player/captions.js'
import { createSystemControls, type SystemControls } from '../../../player/system-controls.js'
import { useLazyPart, useOverlay } from '../../app/overlays.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { PlayerIcon, type PlayerIconName } from '../player-icons.js'
import { usePlayerMessages } from '../use-player-text.js'
import captionsCss from './captions.css'
import { Captions } from './captions.js'
import toolbarCss from './toolbar.css'

// Entry of a chunk that is loaded after the first frame.
export { Captions, createSystemControls }

interface Props {
  equipment: SystemControls
  answer: PlayResponse
}

export const css = captionsCss + toolbarCss

const loadSheet = () => import('../sheets/playback-settings-sheet.js')

/** Keeps the previous episode's response while the next one loads. */
export function Toolbar({ equipment }: Pick<Props, 'equipment'>) {
  const { app, root } = useScope()
  const shown = useStore(equipment.page.$play)
  const [answer, setAnswer] = useState(shown.state === 'playing' ? shown.answer : undefined)
  if (shown.state === 'playing' && shown.answer !== answer) setAnswer(shown.answer)
  const text = usePlayerMessages(true)
  useNowPlaying(equipment, answer, text)
  const [wanted, want] = useState<object>()
  const close = useCallback(() => want(undefined), [])
  const sheet = useLazyPart(wanted, loadSheet, app.toasts, close)
  useOverlay(wanted, close)
  const place = root.querySelector('.overlays')
  if (!text || !answer) return null
  return (
    <>
      <CaptionsButton equipment={equipment} answer={answer} text={text} />
      <Windows equipment={equipment} text={text} />
      <RoundButton icon="settings" label={text('playbackSettings')} onPress={() => want({})} />
      <PlaybackRateBadge equipment={equipment} text={text} />
      {wanted &&
        sheet &&
        place &&
        createPortal(
          <sheet.PlaybackSettingsSheet equipment={equipment} answer={answer} text={text} onClose={close} />,
          place
        )}
    </>
  )
}

function useNowPlaying(
  { describe, page }: SystemControls,
  answer: PlayResponse | undefined,
  text: PlayerTranslate | undefined
) {
  const detail = useStore(page.detail.$loadable)
  const drama = detail.state === 'ready' ? detail.value.drama : undefined
  const artist = answer && text?.('episodeNo', { no: answer.episode.no })
  useEffect(() => {
    if (drama && artist) describe({ title: drama.title, artist, artwork: drama.cover_url })
  }, [describe, drama, artist])
}

function CaptionsButton({ equipment, answer, text }: Props & { text: PlayerTranslate }) {
  const { app } = useScope()
  const { language } = useTranslation()
  const choice = useStore(app.settings.$captions)
  if (answer.captions.length === 0) return null
  const isOn = selectCaptionTrack(answer.captions, choice, language.apiCode) !== undefined
  return <RoundButton icon="captions" label={text('captions')} isPressed={isOn} onPress={equipment.toggleCaptions} />
}

function Windows({ equipment, text }: { equipment: SystemControls; text: PlayerTranslate }) {
  const isFull = useStore(equipment.fullScreen.$isOn)
  return (
    <span className="player-windows">
      {equipment.floating && (
        <RoundButton icon="pictureInPicture" label={text('pictureInPicture')} onPress={equipment.toggleFloating} />
      )}
      <RoundButton
        icon={isFull ? 'leaveFullScreen' : 'fullScreen'}
        label={text(isFull ? 'leaveFullScreen' : 'fullScreen')}
        onPress={equipment.fullScreen.toggle}
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

function PlaybackRateBadge({ equipment, text }: { equipment: SystemControls; text: PlayerTranslate }) {
  const held = useStore(equipment.controller.$heldRate)
  const changed = useStore(equipment.$changedRate)
  const rate = held ?? changed
  return (
    <p className="player-rate" role="status" hidden={rate === undefined}>
      {rate !== undefined && text('rate', { rate })}
      <PlayerIcon name="faster" />
    </p>
  )
}
