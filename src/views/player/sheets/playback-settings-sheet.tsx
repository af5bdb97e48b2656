import { useStore } from '@nanostores/react'
import type { PlayResponse } from '../../../../contract/episode.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import { PLAYBACK_RATES } from '../../../core/playback/playback-options.js'
import type { CaptionSize } from '../../../core/playback/playback-settings.js'
import { parseQualities } from '../../../core/playback/qualities.js'
import type { SystemControls } from '../../../player/system-controls.js'
import { useScope } from '../../app/scope.js'
import { css as choicesCss, RadioGroup } from '../../ui/controls/radio-group.js'
import { Switch, css as switchCss } from '../../ui/controls/switch.js'
import sheetCss from '../../ui/overlay/sheet.css'
import { Sheet } from '../../ui/overlay/sheet.js'
import { PlayerIcon } from '../player-icons.js'
import playbackSheetCss from './playback-settings-sheet.css'

export const css = sheetCss + choicesCss + switchCss + playbackSheetCss

interface Props {
  systemControls: SystemControls
  playResponse: PlayResponse
  translate: PlayerTranslate
  onClose(): void
}

export function PlaybackSettingsSheet({ systemControls, playResponse, translate, onClose }: Props) {
  const { playbackSettings } = useScope().app
  const chosen = useStore(playbackSettings.$rate)
  return (
    <Sheet label={translate('playbackSettings')} onClose={onClose}>
      <div className="playback-sheet">
        <h2>{translate('playbackSettings')}</h2>
        <RadioGroup
          legend={translate('speed')}
          options={PLAYBACK_RATES.map(rate => ({
            text: translate('rate', { rate }),
            isChosen: rate === chosen,
            onChoose: () => playbackSettings.$rate.set(rate)
          }))}
        />
        <Quality systemControls={systemControls} playResponse={playResponse} translate={translate} />
        <CaptionLanguage playResponse={playResponse} translate={translate} />
        <WindowModes systemControls={systemControls} translate={translate} onClose={onClose} />
      </div>
    </Sheet>
  )
}

function Quality({
  systemControls,
  playResponse,
  translate
}: Pick<Props, 'systemControls' | 'playResponse' | 'translate'>) {
  const { $quality } = useScope().app.playbackSettings
  const maxQuality = useStore($quality)
  const qualities = parseQualities(playResponse.opening.master)
  if (qualities.length < 2 || !systemControls.player.canChooseQuality()) return null
  // A quality that this episode does not have stands for the best one below it.
  const chosen = maxQuality > 0 ? (qualities.find(lines => lines <= maxQuality) ?? qualities.at(-1)) : 0
  return (
    <RadioGroup
      legend={translate('quality')}
      options={[0, ...qualities].map(lines => ({
        text: lines === 0 ? translate('chosenBySystem') : `${lines}p`,
        isChosen: lines === chosen,
        onChoose: () => $quality.set(lines)
      }))}
    />
  )
}

function CaptionLanguage({ playResponse: { captions }, translate }: Pick<Props, 'playResponse' | 'translate'>) {
  const { playbackSettings } = useScope().app
  const choice = useStore(playbackSettings.$captions)
  if (captions.length === 0) return null
  const offers = [
    { text: translate('captionsOff'), lang: 'off' },
    { text: translate('captionsOwn'), lang: 'auto' },
    ...captions.map(({ label, lang }) => ({ text: label, lang }))
  ]
  return (
    <>
      <RadioGroup
        legend={translate('captions')}
        options={offers.map(offer => ({
          text: offer.text,
          isChosen: offer.lang === choice,
          onChoose: () => playbackSettings.$captions.set(offer.lang)
        }))}
      />
      {choice !== 'off' && <CaptionStyle translate={translate} />}
    </>
  )
}

function CaptionStyle({ translate }: Pick<Props, 'translate'>) {
  const { $captionSize, $hasCaptionBackground } = useScope().app.playbackSettings
  const chosen = useStore($captionSize)
  const hasBackground = useStore($hasCaptionBackground)
  const sizes: [CaptionSize, string][] = [
    ['s', translate('sizeSmall')],
    ['m', translate('sizeMedium')],
    ['l', translate('sizeLarge')]
  ]
  return (
    <>
      <RadioGroup
        legend={translate('captionSize')}
        options={sizes.map(([size, name]) => ({
          text: name,
          isChosen: size === chosen,
          onChoose: () => $captionSize.set(size)
        }))}
      />
      <div className="playback-line">
        {translate('captionGround')}
        <Switch
          label={translate('captionGround')}
          isOn={hasBackground}
          onPress={() => $hasCaptionBackground.set(!hasBackground)}
        />
      </div>
    </>
  )
}

function WindowModes({ systemControls, translate, onClose }: Pick<Props, 'systemControls' | 'translate' | 'onClose'>) {
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
      {translate(name)}
    </button>
  )
  return (
    <div className="window-settings">
      {systemControls.pictureInPicture && renderButton('pictureInPicture', systemControls.togglePictureInPicture)}
      {renderButton(isFullScreen ? 'leaveFullScreen' : 'fullScreen', systemControls.fullScreen.toggle)}
    </div>
  )
}
