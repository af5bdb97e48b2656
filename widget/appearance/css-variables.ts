import type { LaunchEnvironment } from '../../src/core/environment.js'
import { DESIGN_WIDTH, layoutWidth } from '../../src/core/format/responsive-unit.js'
import { adoptReplaceableSheet } from '../../src/dom/adopted-styles.js'

/** Writes a style sheet, because the `style` attribute belongs to the host page and the page's own CSS must win. */
export function watchViewport(
  root: ShadowRoot,
  viewport: LaunchEnvironment['viewport'],
  readMaxWidth: () => number | undefined,
  signal: AbortSignal
): () => void {
  const write = adoptReplaceableSheet(root, signal)
  function refresh() {
    const maxWidth = readMaxWidth()
    const variables = {
      'viewport-height': viewport.height(),
      rpx: layoutWidth(viewport.width()) / DESIGN_WIDTH,
      ...(maxWidth === undefined ? {} : { 'max-width': maxWidth })
    }
    const lines = Object.entries(variables).map(([name, value]) => `--drama-${name}:${value}px`)
    write(`:host{${lines.join(';')}}`)
  }
  viewport.onResize(refresh, signal)
  refresh()
  return refresh
}
