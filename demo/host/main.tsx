import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
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
