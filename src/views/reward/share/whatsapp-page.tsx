import type { StackPage as PageEntry } from '../../../core/router/router.js'
import { ShareView, css as shareCss } from './share-page.js'

export const css = shareCss

export function Page({ page }: { page: PageEntry }) {
  return <ShareView entry={page} channel="whatsapp" />
}
