import { channelNames, type ShareChannel, shareChannels, shareUrl } from '../../../core/campaign/share-link.js'
import { findExternalLinkTarget } from '../../../dom/browser-features/in-app-browser.js'
import { useScope } from '../../app/scope.js'
import { useCopyField } from '../../ui/controls/use-copy-field.js'
import sheetCss from '../../ui/overlay/sheet.css'
import { Sheet } from '../../ui/overlay/sheet.js'
import { PlayerIcon } from '../player-icons.js'
import { episodeShareLink } from '../share-episode.js'
import type { PlayerSheetProps } from './open-sheet.js'
import sheetsCss from './sheets.css'

export const css = sheetCss + sheetsCss

const icons = { whatsapp: 'message', facebook: 'people', telegram: 'plane' } as const

export default function ShareSheet({ page, drama, translate, onClose }: PlayerSheetProps) {
  const scope = useScope()
  const { app } = scope
  const { title, text, url, episode_no } = episodeShareLink(scope, page, drama, translate)
  const { field, copy } = useCopyField(url)
  const emitShare = (channel: ShareChannel | 'copy') =>
    app.emit('drama-share', { drama_id: page.dramaId, episode_no, channel })
  const copyLink = async () => {
    const isCopied = await copy()
    if (isCopied) emitShare('copy')
    app.toasts.showText(translate(isCopied ? 'linkCopied' : 'copyFailed'))
  }
  return (
    <Sheet label={translate('shareEpisode')} onClose={onClose}>
      <div className="player-sheet">
        <h2>{translate('shareEpisode')}</h2>
        <p>
          {title} · {translate('episodeShort', { no: episode_no })}
        </p>
        <div className="share-link">
          <input {...field} aria-label={translate('linkField')} />
          <button type="button" className="button primary" part="button" onClick={() => void copyLink()}>
            <PlayerIcon name="copy" />
            {translate('copyLink')}
          </button>
        </div>
        <ul className="share-channels">
          {shareChannels.map(channel => (
            <li key={channel}>
              <a
                href={shareUrl(channel, url, text)}
                target={findExternalLinkTarget()}
                rel="noopener noreferrer"
                onClick={() => emitShare(channel)}
              >
                <span data-channel={channel}>
                  <PlayerIcon name={icons[channel]} />
                </span>
                {channelNames[channel]}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  )
}
