import { useRef } from 'react'
import { shareChannels, shareUrl } from '../../../core/campaign/share-link.js'
import { copyText } from '../../../dom/copy-text.js'
import { useScope } from '../../app/scope.js'
import sheetCss from '../../ui/overlay/sheet.css'
import { Sheet } from '../../ui/overlay/sheet.js'
import { PlayerIcon } from '../player-icons.js'
import { episodeShareLink } from '../share-episode.js'
import type { SheetProps } from './open-sheet.js'
import sheetsCss from './sheets.css'

export const css = sheetCss + sheetsCss

const names = { whatsapp: 'WhatsApp', facebook: 'Facebook', telegram: 'Telegram' } as const
const icons = { whatsapp: 'message', facebook: 'people', telegram: 'plane' } as const

export function PlayerSheet({ page, drama, translate, onClose }: SheetProps) {
  const scope = useScope()
  const { app } = scope
  const field = useRef<HTMLInputElement>(null)
  const { title, text, url, episode_no } = episodeShareLink(scope, page, drama, translate)
  const emitShare = (channel: (typeof shareChannels)[number] | 'copy') =>
    app.emit('drama-share', { drama_id: page.dramaId, episode_no, channel })
  const copy = async () => {
    if (await copyText(url)) {
      emitShare('copy')
      app.toasts.showText(translate('linkCopied'))
    } else {
      field.current?.select()
      app.toasts.showText(translate('copyFailed'))
    }
  }
  return (
    <Sheet label={translate('shareEpisode')} onClose={onClose}>
      <div className="player-sheet">
        <h2>{translate('shareEpisode')}</h2>
        <p>
          {title} · {translate('episodeShort', { no: episode_no })}
        </p>
        <div className="share-link">
          <input
            ref={field}
            readOnly
            value={url}
            aria-label={translate('linkField')}
            onFocus={event => event.currentTarget.select()}
          />
          <button type="button" className="button primary" part="button" onClick={() => void copy()}>
            <PlayerIcon name="copy" />
            {translate('copyLink')}
          </button>
        </div>
        <ul className="share-channels">
          {shareChannels.map(channel => (
            <li key={channel}>
              <a
                href={shareUrl(channel, url, text)}
                target="_blank"
                rel="noopener noreferrer"
                onClick={() => emitShare(channel)}
              >
                <span data-channel={channel}>
                  <PlayerIcon name={icons[channel]} />
                </span>
                {names[channel]}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  )
}
