// Mounts one view of the app in a shadow root, with a fake environment and clock.
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { App } from '../../../src/core/app.js'
import { createApp } from '../../../src/core/create-app.js'
import { adoptStyles } from '../../../src/dom/adopted-styles.js'
import { ScopeContext } from '../../../src/views/app/scope.js'
import { style } from '../../../widget/chunks/views.js'
import { hostCss } from '../../../widget/element/element.js'
import { createTestEnvironment, type TestEnvironment } from '../../core/support/test-environment.js'
import { scenes } from './scenes.js'

export interface Lab {
  app: App
  environment: TestEnvironment
  host: HTMLElement
  root: ShadowRoot
  events: string[]
  change(properties: Record<string, unknown>): void
  advance(milliseconds: number): Promise<void>
  /** As when the connection is back. */
  connect(): void
  close(): void
}

export type Scene = (lab: Lab, properties: Record<string, unknown>) => ReactNode

export interface LabOptions {
  properties?: Record<string, unknown>
  lang?: string
  width?: number
  height?: number
}

export async function openLab(name: keyof typeof scenes, options: LabOptions = {}): Promise<Lab> {
  const { properties = {}, lang = 'en', width = 375, height = 560 } = options
  // On a page, this code is loaded before the viewer or a timer needs it.
  await Promise.all([
    import('../../../src/views/ui/list/swiper-autoplay.js'),
    import('../../../src/views/ui/list/smooth-scroll.js')
  ])
  const environment = createTestEnvironment({ fetch: () => new Promise(() => undefined) })
  const app = createApp(environment, {
    lpid: undefined,
    warning: undefined,
    apiBase: '',
    lang,
    envelopeSecret: '',
    hasHotkeys: () => true,
    partnerToken: () => undefined
  })
  const host = document.createElement('div')
  Object.assign(host.style, { width: `${width}px`, height: `${height}px` })
  document.body.prepend(host)
  const root = host.attachShadow({ mode: 'open' })
  adoptStyles(root, hostCss)
  adoptStyles(root, style)
  const container = root.appendChild(document.createElement('div'))
  const view = createRoot(container)
  const lab: Lab = {
    app,
    environment,
    host,
    root,
    events: [],
    change(next) {
      shown = { ...shown, ...next }
      draw()
    },
    advance: environment.advance,
    connect: environment.connect,
    close() {
      view.unmount()
      app.destroy()
      host.remove()
    }
  }
  const scene: Scene = scenes[name]
  let shown = properties
  const draw = () =>
    view.render(
      <ScopeContext
        value={{
          app,
          root,
          translation: app.i18n.$translation.get(),
          startRequest: undefined,
          preloadPage: () => undefined,
          loadCoverMenu: () => undefined
        }}
      >
        <div className="app">{scene(lab, shown)}</div>
      </ScopeContext>
    )

  await new Promise<void>(resolve => {
    if (app.i18n.$translation.get()) return resolve()
    app.i18n.$translation.listen(translation => translation && resolve())
  })
  draw()
  await new Promise<void>(resolve => {
    const waitForApp = () => (root.querySelector('.app') ? resolve() : requestAnimationFrame(waitForApp))
    waitForApp()
  })
  return lab
}
