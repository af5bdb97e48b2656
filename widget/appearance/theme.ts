import { adoptReplaceableSheet } from '../../src/dom/adopted-styles.js'
import light from '../../src/views/styles/light-theme.css'

/** Returns a function that applies the `theme` attribute. `auto` follows the system's theme. */
export function createThemeUpdater(host: Element, root: ShadowRoot, signal: AbortSignal): () => void {
  const system = matchMedia('(prefers-color-scheme: light)')
  const write = adoptReplaceableSheet(root, signal)
  function updateTheme() {
    const theme = host.getAttribute('theme')
    write(theme === 'light' || (theme === 'auto' && system.matches) ? light : '')
  }
  system.addEventListener('change', updateTheme, { signal })
  return updateTheme
}
