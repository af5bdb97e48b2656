import { findApiBase, readApiBase } from './attributes.js'

let isWarned = false

/** Waits one task, because frameworks set attributes late. */
export function warnMissingApiBase(host: HTMLElement) {
  setTimeout(() => {
    const apiBase = host.getAttribute('api-base')
    if (isWarned || !host.isConnected || findApiBase(apiBase, window.origin)) return
    isWarned = true
    const fallback = readApiBase(apiBase, undefined)
    console.warn(`<drama-app> has no api-base, which a bundled script needs: it asks ${fallback}.`)
  })
}
