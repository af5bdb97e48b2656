import type { App } from '../../src/core/app.js'
import { type Brand, readBrand } from '../../src/core/ui/brand.js'
import { adoptStyles } from '../../src/dom/adopted-styles.js'

/** Returns a function that applies the `brand` and `logo` attributes. */
export function createBrandUpdater(host: Element, root: ShadowRoot, whenApp: Promise<App>): () => Promise<void> {
  const read = (name: string) => host.getAttribute(name) ?? undefined
  let latest: Brand | undefined
  return async () => {
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
