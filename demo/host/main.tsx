import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './components/controls.css'
import './components/tabs.css'
import './components/chips.css'
import './settings/settings-form.css'
import './deep-link/deep-link.css'
import './theme/theme.css'
import './preview/preview.css'
import './snippet/snippet.css'
import './try-it/try-it.css'
import './try-it/inbox.css'
import './events/event-log.css'
import './hostile-pages/hostile-pages.css'
import './host.css'
import { Workbench } from './workbench.js'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Workbench />
    </StrictMode>
  )
}
