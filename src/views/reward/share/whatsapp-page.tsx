import type { StackPage } from '../../../core/router/router.js'
import { SharePageView, css as shareCss } from './share-page.js'

export const css = shareCss

export default function WhatsappPageView({ page }: { page: StackPage }) {
  return <SharePageView stackPage={page} channel="whatsapp" />
}
