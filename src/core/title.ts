import type { App } from './app.js'
import type { I18n } from './i18n/i18n.js'
import type { Router } from './router/router.js'
import { entry } from './router/routes.js'

const DEFAULT_TITLE = 'Drama'

/** Says what the page on screen is called, in its language, now and whenever that changes. */
export function watchPageTitle(
  { router, i18n, $brand }: Pick<App, '$brand'> & { router: Router; i18n: I18n },
  say: (title: string) => void,
  signal: AbortSignal
): void {
  function tell() {
    const translation = i18n.$translation.get()
    const { top } = router.$stack.get()
    if (!translation) return
    const { name: product = DEFAULT_TITLE } = $brand.get()
    const isNamed = top && top.route !== entry
    say(isNamed ? `${top.name ?? translation.text(top.route.title)} · ${product}` : product)
  }
  const stops = [router.$stack.subscribe(tell), i18n.$translation.listen(tell), $brand.listen(tell)]
  signal.addEventListener('abort', () => stops.forEach(stop => void stop()))
}
