// Chunk: React, and the views and styles of every page. Loaded with the app.
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import type { App } from '../../src/core/app.js'
import { adoptStyles } from '../../src/dom/adopted-styles.js'
import type { StartRequest } from '../../src/player/instant-start/request.js'
import { AppView } from '../../src/views/app/app-view.js'
import pageBar from '../../src/views/app/page-bar.css'
import pageSkeleton from '../../src/views/app/page-skeleton.css'
import reset from '../../src/views/styles/reset.css'
import shell from '../../src/views/styles/shell.css'
import tokens from '../../src/views/styles/tokens.css'
import button from '../../src/views/ui/controls/button.css'
import poster from '../../src/views/ui/drama/poster.css'
import notice from '../../src/views/ui/status/notice.css'
import { css as skeleton } from '../../src/views/ui/status/skeleton-lines.js'
import spinner from '../../src/views/ui/status/spinner.css'
import type { RenderView } from '../loader/show-app.js'

export const style = tokens + reset + shell + pageBar + button + notice + poster + skeleton + pageSkeleton + spinner

export interface RenderOptions {
  root: ShadowRoot
  startRequest: StartRequest | undefined
  render: RenderView | undefined
  showError(onRetry: () => unknown): () => void
  signal: AbortSignal
}

export function renderApp(app: App, { root, startRequest, render, showError, signal }: RenderOptions): () => void {
  adoptStyles(root, style)
  showErrorWhileTextsFail(app, showError, signal)
  const view = <AppView app={app} root={root} startRequest={startRequest} />
  return render ? render(view) : renderInOwnRoot(view, root)
}

function showErrorWhileTextsFail({ i18n }: App, showError: RenderOptions['showError'], signal: AbortSignal) {
  let hideError = () => {}
  const unsubscribe = i18n.$isFailed.subscribe(isFailed => {
    hideError()
    if (isFailed) hideError = showError(i18n.retry)
  })
  signal.addEventListener('abort', unsubscribe)
}

/** Renders into a `<div>`, because Preact clears the element that it renders into. */
function renderInOwnRoot(view: ReactElement, root: ShadowRoot): () => void {
  const container = document.createElement('div')
  container.className = 'app-container'
  root.append(container)
  const reactRoot = createRoot(container)
  reactRoot.render(view)
  return () => {
    reactRoot.unmount()
    container.remove()
  }
}
