import { useStore } from '@nanostores/react'
import type { PlayResponse } from '../../../../contract/episode.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import { PLAYBACK_RATES, readQualities } from '../../../core/playback/playback-options.js'
import type { CaptionSize } from '../../../core/playback/settings.js'
import type { SystemControls } from '../../../player/system-controls.js'
import { useScope } from '../../app/scope.js'
import { css as choicesCss, RadioGroup } from '../../ui/controls/choices.js'
import { Switch, css as switchCss } from '../../ui/controls/switch.js'
import sheetCss from '../../ui/overlay/sheet.css'
import { Sheet } from '../../ui/overlay/sheet.js'
import { PlayerIcon } from '../player-icons.js'
import playbackSheetCss from './playback-settings-sheet.css'

export const css = sheetCss + choicesCss + switchCss + playbackSheetCss

interface Props {
  systemControls: SystemControls
  playResponse: PlayResponse
  text: PlayerTranslate
  onClose(): void
}

export function PlaybackSettingsSheet({ systemControls, playResponse, text, onClose }: Props) {
  const { settings } = useScope().app
  const chosen = useStore(settings.$rate)
  return (
    <Sheet label={text('playbackSettings')} onClose={onClose}>
      <div className="playback-sheet">
        <h2>{text('playbackSettings')}</h2>
        <RadioGroup
          legend={text('speed')}
          offers={PLAYBACK_RATES.map(rate => ({
            text: text('rate', { rate }),
            isChosen: rate === chosen,
            onChoose: () => settings.$rate.set(rate)
          }))}
        />
        <Quality systemControls={systemControls} playResponse={playResponse} text={text} />
        <CaptionLanguage playResponse={playResponse} text={text} />
        <WindowModes systemControls={systemControls} text={text} onClose={onClose} />
      </div>
    </Sheet>
  )
}

function Quality({ systemControls, playResponse, text }: Pick<Props, 'systemControls' | 'playResponse' | 'text'>) {
  const { $quality } = useScope().app.settings
  const maxQuality = useStore($quality)
  const qualities = readQualities(playResponse.opening.master)
  if (qualities.length < 2 || !systemControls.controller.canChooseQuality()) return null
  // A quality that this episode does not have stands for the best one below it.
  const chosen = maxQuality > 0 ? (qualities.find(lines => lines <= maxQuality) ?? qualities.at(-1)) : 0
  return (
    <RadioGroup
      legend={text('quality')}
      offers={[0, ...qualities].map(lines => ({
        text: lines === 0 ? text('chosenBySystem') : `${lines}p`,
        isChosen: lines === chosen,
        onChoose: () => $quality.set(lines)
      }))}
    />
  )
}

function CaptionLanguage({ playResponse: { captions }, text }: Pick<Props, 'playResponse' | 'text'>) {
  const { settings } = useScope().app
  const choice = useStore(settings.$captions)
  if (captions.length === 0) return null
  const offers = [
    { text: text('captionsOff'), lang: 'off' },
    { text: text('captionsOwn'), lang: 'auto' },
    ...captions.map(({ label, lang }) => ({ text: label, lang }))
  ]
  return (
    <>
      <RadioGroup
        legend={text('captions')}
        offers={offers.map(offer => ({
          text: offer.text,
          isChosen: offer.lang === choice,
          onChoose: () => settings.$captions.set(offer.lang)
        }))}
      />
      {choice !== 'off' && <CaptionStyle text={text} />}
    </>
  )
}

function CaptionStyle({ text }: Pick<Props, 'text'>) {
  const { $captionSize, $hasCaptionBackground } = useScope().app.settings
  const chosen = useStore($captionSize)
  const hasBackground = useStore($hasCaptionBackground)
  const sizes: [CaptionSize, string][] = [
    ['s', text('sizeSmall')],
    ['m', text('sizeMedium')],
    ['l', text('sizeLarge')]
  ]
  return (
    <>
      <RadioGroup
        legend={text('captionSize')}
        offers={sizes.map(([size, name]) => ({
          text: name,
          isChosen: size === chosen,
          onChoose: () => $captionSize.set(size)
        }))}
      />
      <div className="playback-line">
        {text('captionGround')}
        <Switch
          label={text('captionGround')}
          isOn={hasBackground}
          onPress={() => $hasCaptionBackground.set(!hasBackground)}
        />
      </div>
    </>
  )
}

function WindowModes({ systemControls, text, onClose }: Pick<Props, 'systemControls' | 'text' | 'onClose'>) {
  const isFullScreen = useStore(systemControls.fullScreen.$isOn)
  const renderButton = (name: 'fullScreen' | 'leaveFullScreen' | 'pictureInPicture', press: () => void) => (
    <button
      type="button"
      className="button quiet"
      part="button"
      onClick={() => {
        press()
        onClose()
      }}
    >
      <PlayerIcon name={name} />
      {text(name)}
    </button>
  )
  return (
    <div className="playback-windows">
      {systemControls.floating && renderButton('pictureInPicture', systemControls.toggleFloating)}
      {renderButton(isFullScreen ? 'leaveFullScreen' : 'fullScreen', systemControls.fullScreen.toggle)}
    </div>
  )
}
