import type { ReactElement } from 'react'
import type { App } from '../../src/core/app.js'
import { type Language, languageOrDefault } from '../../src/core/i18n/languages.js'
import { readToken } from '../../src/core/session/visitor-login-request.js'
import type { StartRequest } from '../../src/player/instant-start/request.js'
import { loadInstantStart, loadPage, loadViews } from './chunks.js'
import type { AppHandle, LaunchContext } from './launch.js'
import { createErrorSlot } from './slots.js'

/** The app's chunks wait for the first frame, which they would delay on a slow network, but no longer than this. */
const FIRST_FRAME_TIMEOUT_MS = 1000

export type RenderView = (view: ReactElement) => () => void

export function showApp(
  root: ShadowRoot,
  context: LaunchContext,
  handle: AppHandle,
  render: RenderView | undefined
): () => void {
  const { environment, startRequest } = context
  if (!startRequest) return renderWhenLoaded(root, context, handle, render)
  let hide: (() => void) | undefined
  const showOnce = () => {
    hide ??= renderWhenLoaded(root, context, handle, render)
  }
  showFirstFrame(root, startRequest, context, handle).then(showOnce, showOnce)
  const cancelTimeout = environment.clock.setTimer(FIRST_FRAME_TIMEOUT_MS, showOnce)
  return () => {
    cancelTimeout()
    hide?.()
    hide = ignore
  }
}

async function showFirstFrame(
  root: ShadowRoot,
  request: StartRequest,
  context: LaunchContext,
  handle: AppHandle
): Promise<void> {
  const { beginInstantStart } = await loadInstantStart()
  const loadPlayer = () => Promise.all([handle.start(), loadViews(), loadPage('player')])
  await beginInstantStart(context, handle, request).show(root, loadPlayer)
}

function renderWhenLoaded(
  root: ShadowRoot,
  context: LaunchContext,
  handle: AppHandle,
  render: RenderView | undefined
): () => void {
  const { environment, options, landing, signal } = context
  const { lpid } = options
  if (lpid) {
    const target = { root, environment, lpid, signal }
    import('../chunks/campaign-theme.js').then(
      ({ applyCampaignTheme }) => signal.aborted || applyCampaignTheme(target, handle.whenApp),
      ignore
    )
    // A campaign may open an episode on top of a new visitor's Home.
    if (landing?.route.name === 'home' && !readToken(environment.storage)) loadPage('player').catch(ignore)
  }
  // Errors are ignored here: each load is retried, and reported, where the code is needed.
  loadTexts(languageOrDefault(options.lang), landing).catch(ignore)
  loadPage(landing?.route.name).catch(ignore)
  const start = async () => {
    const app = await handle.start()
    await (await context.optionalAttributes)?.whenThemed
    return app
  }
  return mountApp(root, context, render, start)
}

async function loadTexts(language: Language, landing: LaunchContext['landing']): Promise<void> {
  const { loadPageMessages } = await language.load()
  if (landing?.route.name !== 'home') await loadPageMessages()
}

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

  function showError(onRetry: () => unknown): () => void {
    const errorController = new AbortController()
    const retry = () => {
      hide()
      onRetry()
    }
    const errorSlot = createErrorSlot(retry)
    const hide = () => {
      errorController.abort()
      errorSlot.replaceWith(context.loadingSlot)
    }
    if (signal.aborted) return hide
    context.environment.onOnline(retry, errorController.signal)
    signal.addEventListener('abort', hide, { signal: errorController.signal })
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
