// Tests import React from here, so that there is one copy of it.
export { DramaApp } from 'drama-app/react'
export { createElement } from 'react'
export { createRoot, hydrateRoot } from 'react-dom/client'
