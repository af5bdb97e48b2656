import { languageOrDefault } from '../../src/core/i18n/languages.js'
import { readToken } from '../../src/core/session/visitor-sign-in.js'
import type { StartRequest } from '../../src/player/instant-start/request.js'
import { fetchAct, fetchPage, fetchViews } from './chunks.js'
import type { Front, Run } from './launch.js'
import { drawApp } from './show-app.js'

/** For so long the first bytes of a picture have the network to themselves, in ms: on slow 4G they need it. */
const HEAD_START = 140
/** For so long what is drawn around it waits for it, in ms. */
const PATIENCE = 1000

/** The picture that a new viewer lands on does not wait for the app and what it draws. The answer ends the showing. */
export function showInTurn(root: ShadowRoot, front: Front, run: Run): () => void {
  const { clock } = front.environment
  const hint = front.ahead.hints.asked()
  if (!hint) return draw(root, front, run)
  const picture = new Promise<void>(resolve => {
    showPicture(root, hint, front, run).then(resolve, resolve)
    clock.setTimer(PATIENCE, resolve)
  })
  let hide = clock.setTimer(HEAD_START, () => {
    hide = draw(root, front, run, picture)
  })
  return () => hide()
}

function draw(root: ShadowRoot, front: Front, run: Run, turn?: Promise<void>) {
  const { environment, options, landing, loading, signal } = front
  const { lpid } = options
  if (lpid) {
    const place = { root, environment, lpid, signal }
    import('../chunks/campaign-theme.js').then(part => signal.aborted || part.showCampaign(place, run.whenApp), ignore)
    // A campaign opens a new visitor's Home on an episode.
    if (landing?.route.name === 'home' && !readToken(environment.storage)) fetchPage('play').catch(ignore)
  }
  // They are asked for again where they are needed, and missed there.
  languageOrDefault(options.lang).load().catch(ignore)
  fetchPage(landing?.route.name).catch(ignore)
  const start = async () => {
    const app = await run.start(turn)
    await (await front.wishes)?.dressed
    return app
  }
  return drawApp(root, { start, environment, loading })
}

async function showPicture(root: ShadowRoot, hint: StartRequest, front: Front, run: Run): Promise<void> {
  const { openFirst } = await fetchAct()
  await openFirst(front, run, hint).show(root, () => Promise.all([run.start(), fetchViews(), fetchPage('play')]))
}

const ignore = () => undefined
