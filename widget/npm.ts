// Entry for bundlers, which move the code: its address says nothing of where it is from.
import { findApiBase, readApiBase } from './element/attributes.js'
import { define } from './element/define.js'

let isWarned = false

define(undefined, warnMissingApiBase)

/** Once, and of no element that gets its attributes in the moment after. */
function warnMissingApiBase(host: HTMLElement) {
  setTimeout(() => {
    const named = host.getAttribute('api-base')
    if (isWarned || !host.isConnected || findApiBase(named, window.origin)) return
    isWarned = true
    const asked = readApiBase(named, undefined)
    console.warn(`<drama-app> has no api-base, which a bundled script needs: it asks ${asked}.`)
  })
}
