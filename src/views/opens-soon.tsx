import type { Page } from '../core/router/router.js'
import { useScope, useTranslation } from './context.js'
import { PageBar } from './page-bar.js'
import { Notice } from './ui/notice.js'

/** A page that is on its way: what it will be, and where to go meanwhile. */
export function OpensSoon({ page }: { page: Page }) {
  const { app } = useScope()
  const { text } = useTranslation()
  return (
    <div className="bar-page">
      <PageBar title={text(page.route.title)} />
      <Notice
        icon="dramas"
        text={text('opensSoon')}
        action={text('seeDramas')}
        onAction={() => void app.router.switchTab({ url: '/pages/index/dramas' })}
      />
    </div>
  )
}
