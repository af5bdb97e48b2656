import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './components/controls.css'
import './settings/setup.css'
import './theme/theme.css'
import './preview/preview.css'
import './preview/outcome.css'
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
