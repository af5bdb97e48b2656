import type { StackPage as PageEntry } from '../../../core/router/router.js'
import { SharePageView, css as shareCss } from './share-page.js'

export const css = shareCss

export function Page({ page }: { page: PageEntry }) {
  return <SharePageView entry={page} channel="facebook" />
}
