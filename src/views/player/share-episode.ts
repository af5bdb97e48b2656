import type { Drama } from '../../../contract/drama.js'
import { shareLink, sharePageUrl } from '../../core/campaign/share-link.js'
import type { PlayerTranslate } from '../../core/playback/messages.js'
import type { PlayerPage } from '../../core/playback/player-page.js'
import { shareBySystem } from '../../dom/system-share.js'
import type { PlayerUiState } from '../../player/player-ui-state.js'
import type { Scope } from '../app/scope.js'

export function episodeShareLink(
  { app, root }: Scope,
  page: PlayerPage,
  drama: Drama | undefined,
  translate: PlayerTranslate
) {
  const { no } = page.$play.get()
  const title = drama?.title ?? ''
  const shared = { dramaId: page.dramaId, no, lpid: app.options.lpid }
  const { href } = root.host.ownerDocument.location
  const url = shareLink(sharePageUrl(href, app.router.$stack.get().top?.url ?? href), shared)
  return { title, text: translate('shareText', { title, no }), url, episode_no: no }
}

export async function shareEpisode(
  scope: Scope,
  page: PlayerPage,
  drama: Drama | undefined,
  translate: PlayerTranslate,
  uiState: PlayerUiState
) {
  const { episode_no, ...link } = episodeShareLink(scope, page, drama, translate)
  const result = await shareBySystem(link)
  if (result === 'absent') uiState.$sheet.set('share')
  if (result === 'shared') scope.app.emit('drama-share', { drama_id: page.dramaId, episode_no, channel: 'system' })
}
