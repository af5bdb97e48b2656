import type { LaunchEnvironment } from '../../src/core/environment.js'
import { DESIGN_WIDTH, layoutWidth } from '../../src/core/format/responsive-unit.js'
import { adoptReplaceableSheet } from '../../src/dom/adopted-styles.js'

/**
 * CSS variables of one element that come from the window and from its attributes. They stand in a sheet: the `style`
 * attribute is the page's, and what the page writes in its own CSS goes before them. The answer reads `maxWidth` again.
 */
export function watchViewport(
  root: ShadowRoot,
  viewport: LaunchEnvironment['viewport'],
  maxWidth: () => number | undefined,
  signal: AbortSignal
): () => void {
  const write = adoptReplaceableSheet(root, signal)
  function refresh() {
    const widest = maxWidth()
    const variables = {
      'viewport-height': viewport.height(),
      rpx: layoutWidth(viewport.width()) / DESIGN_WIDTH,
      ...(widest === undefined ? {} : { 'max-width': widest })
    }
    const lines = Object.entries(variables).map(([name, value]) => `--drama-${name}:${value}px`)
    write(`:host{${lines.join(';')}}`)
  }
  viewport.onResize(refresh, signal)
  refresh()
  return refresh
}
