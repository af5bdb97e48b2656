import type { App } from './app.js'
import type { I18n } from './i18n/i18n.js'
import type { Router } from './router/router.js'
import { homeRoute } from './router/routes.js'

const DEFAULT_TITLE = 'Drama'

export function watchPageTitle(
  { router, i18n, $brand }: Pick<App, '$brand'> & { router: Router; i18n: I18n },
  setTitle: (title: string) => void,
  signal: AbortSignal
): void {
  function update() {
    const translation = i18n.$translation.get()
    const { top } = router.$stack.get()
    if (!translation) return
    const { name: product = DEFAULT_TITLE } = $brand.get()
    const isNamed = top && top.route !== homeRoute
    setTitle(isNamed ? `${top.name ?? translation.text(top.route.name)} · ${product}` : product)
  }
  const unsubscribes = [router.$stack.subscribe(update), i18n.$translation.listen(update), $brand.listen(update)]
  signal.addEventListener('abort', () => unsubscribes.forEach(unsubscribe => void unsubscribe()))
}
