// Fetched where the page wants the app to look otherwise: another theme, another name, another picture.
import type { App } from '../../src/core/app.js'
import { type Brand, readBrand } from '../../src/core/ui/brand.js'
import { adoptReplaceableSheet, adoptStyles } from '../../src/dom/adopted-styles.js'
import light from '../../src/views/styles/light-theme.css'

/** Of one life of an element: what wears its theme, and the brand that was asked for last. */
const wardrobes = new WeakMap<AbortSignal, { wearTheme(): void; brand?: Brand }>()

/** Wears what the attributes say now; its name when there is an app. */
export async function wear(host: Element, root: ShadowRoot, whenApp: Promise<App>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const read = (name: string) => host.getAttribute(name) ?? undefined
  const wardrobe = wardrobes.get(signal) ?? { wearTheme: followTheme(() => read('theme'), root, signal) }
  wardrobes.set(signal, wardrobe)
  wardrobe.wearTheme()
  const brand = readBrand(read('brand'), read('logo'), window.location.href)
  wardrobe.brand = brand
  const [{ $brand }, Mark] = await Promise.all([whenApp, fetchMark(root, brand)])
  // One that needs its code comes later than one that needs none, and may be outdated.
  if (wardrobe.brand === brand) $brand.set({ ...brand, ...(Mark && { Mark }) })
}

async function fetchMark(root: ShadowRoot, brand: Brand) {
  if (!brand.name && !brand.logo) return undefined
  const { BrandLogo, css } = await import('../../src/views/app/brand-mark.js')
  adoptStyles(root, css)
  return BrandLogo
}

function followTheme(theme: () => string | undefined, root: ShadowRoot, signal: AbortSignal): () => void {
  const system = matchMedia('(prefers-color-scheme: light)')
  const write = adoptReplaceableSheet(root, signal)
  const wearTheme = () => write(theme() === 'light' || (theme() === 'auto' && system.matches) ? light : '')
  system.addEventListener('change', wearTheme, { signal })
  return wearTheme
}
