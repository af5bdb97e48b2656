import { languageOrDefault } from '../../src/core/i18n/languages.js'
import { readToken } from '../../src/core/session/visitor-sign-in.js'
import type { StartRequest } from '../../src/player/instant-start/request.js'
import { loadInstantStart, loadPage, loadViews } from './chunks.js'
import type { AppHandle, LaunchContext } from './launch.js'
import { mountApp } from './show-app.js'

/** For so long the first bytes of a picture have the network to themselves, in ms: on slow 4G they need it. */
const VIEWS_DELAY_MS = 140
/** For so long what is drawn around it waits for it, in ms. */
const PICTURE_TIMEOUT_MS = 1000

/** The picture that a new viewer lands on does not wait for the app and what it draws. The answer ends the showing. */
export function showApp(root: ShadowRoot, front: LaunchContext, run: AppHandle): () => void {
  const { clock } = front.environment
  const hint = front.signIn.hints.asked()
  if (!hint) return draw(root, front, run)
  const picture = new Promise<void>(resolve => {
    showPicture(root, hint, front, run).then(resolve, resolve)
    clock.setTimer(PICTURE_TIMEOUT_MS, resolve)
  })
  let hide = clock.setTimer(VIEWS_DELAY_MS, () => {
    hide = draw(root, front, run, picture)
  })
  return () => hide()
}

function draw(root: ShadowRoot, front: LaunchContext, run: AppHandle, turn?: Promise<void>) {
  const { environment, options, landing, loading, signal } = front
  const { lpid } = options
  if (lpid) {
    const place = { root, environment, lpid, signal }
    import('../chunks/campaign-theme.js').then(
      part => signal.aborted || part.applyCampaignTheme(place, run.whenApp),
      ignore
    )
    // A campaign opens a new visitor's Home on an episode.
    if (landing?.route.name === 'home' && !readToken(environment.storage)) loadPage('play').catch(ignore)
  }
  // They are asked for again where they are needed, and missed there.
  languageOrDefault(options.lang).load().catch(ignore)
  loadPage(landing?.route.name).catch(ignore)
  const start = async () => {
    const app = await run.start(turn)
    await (await front.optionalAttributes)?.dressed
    return app
  }
  return mountApp(root, { start, environment, loading })
}

async function showPicture(root: ShadowRoot, hint: StartRequest, front: LaunchContext, run: AppHandle): Promise<void> {
  const { beginInstantStart } = await loadInstantStart()
  await beginInstantStart(front, run, hint).show(root, () => Promise.all([run.start(), loadViews(), loadPage('play')]))
}

const ignore = () => undefined
