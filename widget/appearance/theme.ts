// Fetched where the page wants the app to look otherwise: another theme, another name, another picture.
import type { App } from '../../src/core/app.js'
import { type Brand, readBrand } from '../../src/core/ui/brand.js'
import { adoptReplaceableSheet, adoptStyles } from '../../src/dom/adopted-styles.js'
import light from '../../src/views/styles/light-theme.css'

/** Of one life of an element: what wears its theme, and the brand that was asked for last. */
const wardrobes = new WeakMap<AbortSignal, { writeTheme(): void; brand?: Brand }>()

/** Wears what the attributes say now; its name when there is an app. */
export async function applyTheme(
  host: Element,
  root: ShadowRoot,
  whenApp: Promise<App>,
  signal: AbortSignal
): Promise<void> {
  if (signal.aborted) return
  const read = (name: string) => host.getAttribute(name) ?? undefined
  const wardrobe = wardrobes.get(signal) ?? { writeTheme: watchSystemTheme(() => read('theme'), root, signal) }
  wardrobes.set(signal, wardrobe)
  wardrobe.writeTheme()
  const brand = readBrand(read('brand'), read('logo'), window.location.href)
  wardrobe.brand = brand
  const [{ $brand }, Mark] = await Promise.all([whenApp, loadBrandLogo(root, brand)])
  // One that needs its code comes later than one that needs none, and may be outdated.
  if (wardrobe.brand === brand) $brand.set({ ...brand, ...(Mark && { Mark }) })
}

async function loadBrandLogo(root: ShadowRoot, brand: Brand) {
  if (!brand.name && !brand.logo) return undefined
  const { BrandLogo, css } = await import('../../src/views/app/brand-mark.js')
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
