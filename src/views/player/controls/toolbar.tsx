import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PlayAnswer } from '../../../../contract/episode.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import { chosenTrack } from '../../../player/captions.js'
import { createEquipment, type Equipment } from '../../../player/system-controls.js'
import { useCover, usePart } from '../../app/overlays.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { PlayerIcon, type PlayerIconName } from '../player-icons.js'
import { usePlayerText } from '../use-player-text.js'
import captionsCss from './captions.css'
import { Captions } from './captions.js'
import toolbarCss from './toolbar.css'

// Entry of a chunk that is loaded after the first frame.
export { Captions, createEquipment }

interface Props {
  equipment: Equipment
  answer: PlayAnswer
}

export const css = captionsCss + toolbarCss

const loadSheet = () => import('../sheets/playback-settings-sheet.js')

/** The buttons that come behind the first frame; on the way to the next episode they are those of the one before. */
export function Tools({ equipment }: Pick<Props, 'equipment'>) {
  const { app, root } = useScope()
  const shown = useStore(equipment.page.$play)
  const [answer, setAnswer] = useState(shown.state === 'playing' ? shown.answer : undefined)
  if (shown.state === 'playing' && shown.answer !== answer) setAnswer(shown.answer)
  const text = usePlayerText(true)
  useNowPlaying(equipment, answer, text)
  const [wanted, want] = useState<object>()
  const close = useCallback(() => want(undefined), [])
  const sheet = usePart(wanted, loadSheet, app.toasts, close)
  useCover(wanted, close)
  const place = root.querySelector('.overlays')
  if (!text || !answer) return null
  return (
    <>
      <CaptionsButton equipment={equipment} answer={answer} text={text} />
      <Windows equipment={equipment} text={text} />
      <Round icon="settings" label={text('playbackSettings')} onPress={() => want({})} />
      <RatePill equipment={equipment} text={text} />
      {wanted &&
        sheet &&
        place &&
        createPortal(<sheet.PlaybackSheet equipment={equipment} answer={answer} text={text} onClose={close} />, place)}
    </>
  )
}

/** What the system's controls say of the episode. */
function useNowPlaying(
  { describe, page }: Equipment,
  answer: PlayAnswer | undefined,
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
  const isOn = chosenTrack(answer.captions, choice, language.apiCode) !== undefined
  return <Round icon="captions" label={text('captions')} isPressed={isOn} onPress={equipment.toggleCaptions} />
}

/** Where there is room for them; on a phone they are in the sheet. */
function Windows({ equipment, text }: { equipment: Equipment; text: PlayerTranslate }) {
  const isFull = useStore(equipment.fullScreen.$isOn)
  return (
    <span className="player-windows">
      {equipment.floating && (
        <Round icon="pictureInPicture" label={text('pictureInPicture')} onPress={equipment.toggleFloating} />
      )}
      <Round
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

function Round({ icon, label, isPressed, onPress }: RoundProps) {
  return (
    <button type="button" className="round" aria-label={label} aria-pressed={isPressed} onClick={onPress}>
      <PlayerIcon name={icon} />
    </button>
  )
}

/** How fast it plays, while the picture is held and after a key has changed it. */
function RatePill({ equipment, text }: { equipment: Equipment; text: PlayerTranslate }) {
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
