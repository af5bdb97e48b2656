// Chunk: loaded once theme, brand, logo, manage-title, partner-token or debug is set.
import { createBrandUpdater } from '../appearance/brand.js'
import { manageDocumentTitle } from '../appearance/document-title.js'
import { createThemeUpdater } from '../appearance/theme.js'
import { isSwitchOn } from '../element/attributes.js'
import type { InspectorOptions } from '../inspector/inspector.js'
import type { AppHandle, OptionalAttributesState } from '../loader/launch.js'

export interface OptionalAttributesOptions extends InspectorOptions {
  handle: AppHandle
}

export function createOptionalAttributes(options: OptionalAttributesOptions): () => Promise<OptionalAttributesState> {
  const { host, root, context, handle } = options
  const { signal } = context
  const updateBrand = createBrandUpdater(host, root, handle.whenApp)
  let updateTheme: (() => void) | undefined
  let titleController: AbortController | undefined
  let partnerTokenWatch: Promise<(() => void) | undefined> | undefined
  let inspectorSignal: AbortSignal | undefined

  function applyManageTitle() {
    if (isSwitchOn(host, 'manage-title') === Boolean(titleController)) return
    titleController?.abort()
    titleController = titleController ? undefined : manageTitle()
  }

  function manageTitle(): AbortController {
    const controller = new AbortController()
    signal.addEventListener('abort', () => controller.abort(), { signal: controller.signal })
    handle.whenApp.then(
      app => controller.signal.aborted || manageDocumentTitle(app, host.ownerDocument, controller.signal),
      () => undefined
    )
    return controller
  }

  function applyPartnerToken() {
    if (partnerTokenWatch) void partnerTokenWatch.then(applyToken => applyToken?.())
    else if (host.hasAttribute('partner-token')) {
      partnerTokenWatch = Promise.all([handle.whenApp, import('../../src/core/account/partner-sign-in.js')]).then(
        ([app, { watchPartnerToken }]) => watchPartnerToken(app),
        () => undefined
      )
    }
  }

  async function applyAppearance() {
    const isSet = ['theme', 'brand', 'logo'].some(name => host.hasAttribute(name))
    if (signal.aborted || (!isSet && !updateTheme)) return
    updateTheme ??= createThemeUpdater(host, root, signal)
    updateTheme()
    await updateBrand()
  }

  async function applyDebug() {
    if (!isSwitchOn(host, 'debug')) return
    const chunk = await import('../inspector/inspector.js').catch(() => undefined)
    // The page may have removed the attribute meanwhile.
    if (!chunk || signal.aborted || !isSwitchOn(host, 'debug') || inspectorSignal?.aborted === false) return
    inspectorSignal = chunk.openInspector(options)
  }

  return async () => {
    applyPartnerToken()
    const whenThemed = applyAppearance().catch(() => undefined)
    if (!signal.aborted) applyManageTitle()
    await applyDebug()
    return { whenThemed }
  }
}
