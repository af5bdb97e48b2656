import type { ReactElement } from 'react'
import type { App } from '../../src/core/app.js'
import { languageOrDefault } from '../../src/core/i18n/languages.js'
import { readToken } from '../../src/core/session/visitor-sign-in.js'
import type { StartRequest } from '../../src/player/instant-start/request.js'
import { loadInstantStart, loadPage, loadViews } from './chunks.js'
import type { AppHandle, LaunchContext } from './launch.js'
import { createErrorSlot } from './slots.js'

/** The first bytes of a picture have the network alone for this time: on slow 4G they need it. */
const VIEWS_DELAY_MS = 140
/** Longest time that the app waits for that picture. */
const PICTURE_TIMEOUT_MS = 1000

/** Renders the app's view and returns a function that removes it. */
export type RenderView = (view: ReactElement) => () => void

/** Shows the picture of a deep link first, then the app. Returns a function that removes both. */
export function showApp(
  root: ShadowRoot,
  context: LaunchContext,
  handle: AppHandle,
  render: RenderView | undefined
): () => void {
  const { environment, startRequest } = context
  if (!startRequest) return renderWhenLoaded(root, context, handle, render)
  const picture = new Promise<void>(resolve => {
    showPicture(root, startRequest, context, handle).then(resolve, resolve)
    environment.clock.setTimer(PICTURE_TIMEOUT_MS, resolve)
  })
  let hide = environment.clock.setTimer(VIEWS_DELAY_MS, () => {
    hide = renderWhenLoaded(root, context, handle, render, picture)
  })
  return () => hide()
}

async function showPicture(
  root: ShadowRoot,
  request: StartRequest,
  context: LaunchContext,
  handle: AppHandle
): Promise<void> {
  const { beginInstantStart } = await loadInstantStart()
  const loadPlayer = () => Promise.all([handle.start(), loadViews(), loadPage('play')])
  await beginInstantStart(context, handle, request).show(root, loadPlayer)
}

/** Requests everything the first page needs at once, then renders the app after `turn`. */
function renderWhenLoaded(
  root: ShadowRoot,
  context: LaunchContext,
  handle: AppHandle,
  render: RenderView | undefined,
  turn?: Promise<void>
): () => void {
  const { environment, options, landing, signal } = context
  const { lpid } = options
  if (lpid) {
    const target = { root, environment, lpid, signal }
    import('../chunks/campaign-theme.js').then(
      ({ applyCampaignTheme }) => signal.aborted || applyCampaignTheme(target, handle.whenApp),
      ignore
    )
    // A campaign may open an episode over a new visitor's Home.
    if (landing?.route.name === 'home' && !readToken(environment.storage)) loadPage('play').catch(ignore)
  }
  // A failed load is repeated, and reported, where the code is needed.
  languageOrDefault(options.lang).load().catch(ignore)
  loadPage(landing?.route.name).catch(ignore)
  const start = async () => {
    const app = await handle.start(turn)
    await (await context.optionalAttributes)?.themed
    return app
  }
  return mountApp(root, context, render, start)
}

/** Mounts the views, or shows the error slot until a retry succeeds. Returns a function that removes them. */
function mountApp(
  root: ShadowRoot,
  context: LaunchContext,
  render: RenderView | undefined,
  start: () => Promise<App>
): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let unmount = ignore

  function mount() {
    Promise.all([start(), loadViews()]).then(
      ([app, { renderApp }]) => {
        if (signal.aborted) return
        unmount = renderApp(app, { root, startRequest: context.startRequest, render, showError, signal })
      },
      () => showError(mount)
    )
  }

  /** Offers a retry, which also happens when the connection is back. */
  function showError(onRetry: () => unknown): () => void {
    const shown = new AbortController()
    const retry = () => {
      hide()
      onRetry()
    }
    const errorSlot = createErrorSlot(retry)
    const hide = () => {
      shown.abort()
      errorSlot.replaceWith(context.loadingSlot)
    }
    if (signal.aborted) return hide
    context.environment.onOnline(retry, shown.signal)
    signal.addEventListener('abort', hide, { signal: shown.signal })
    context.loadingSlot.remove()
    root.append(errorSlot)
    return hide
  }

  mount()
  return () => {
    controller.abort()
    unmount()
  }
}

function ignore() {}
