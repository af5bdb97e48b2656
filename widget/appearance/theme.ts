import type { App } from '../../src/core/app.js'
import { type Brand, readBrand } from '../../src/core/ui/brand.js'
import { adoptReplaceableSheet, adoptStyles } from '../../src/dom/adopted-styles.js'
import light from '../../src/views/styles/light-theme.css'

export function createThemeUpdater(
  host: Element,
  root: ShadowRoot,
  whenApp: Promise<App>,
  signal: AbortSignal
): () => Promise<void> {
  const read = (name: string) => host.getAttribute(name) ?? undefined
  let writeTheme: (() => void) | undefined
  let latest: Brand | undefined
  return async () => {
    if (signal.aborted) return
    writeTheme ??= watchSystemTheme(() => read('theme'), root, signal)
    writeTheme()
    const brand = readBrand(read('brand'), read('logo'), window.location.href)
    latest = brand
    const [{ $brand }, Mark] = await Promise.all([whenApp, loadBrandLogo(root, brand)])
    // A brand with a logo loads code, so it may be ready after a newer brand without one.
    if (latest === brand) $brand.set({ ...brand, ...(Mark && { Mark }) })
  }
}

async function loadBrandLogo(root: ShadowRoot, brand: Brand) {
  if (!brand.name && !brand.logo) return undefined
  const { BrandLogo, css } = await import('../../src/views/app/brand-logo.js')
  adoptStyles(root, css)
  return BrandLogo
}

function watchSystemTheme(theme: () => string | undefined, root: ShadowRoot, signal: AbortSignal): () => void {
  const system = matchMedia('(prefers-color-scheme: light)')
  const write = adoptReplaceableSheet(root, signal)
  const writeTheme = () => write(theme() === 'light' || (theme() === 'auto' && system.matches) ? light : '')
  system.addEventListener('change', writeTheme, { signal })
  return writeTheme
}
