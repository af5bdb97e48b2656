// Three packages bring parts along that no bundler can tell are unused. Versions are exact; a shape that has changed fails the build.

/** preact-router without its router: of all it exports, `exec` alone is used. */
function keepMatcher(code) {
  const [, head] = /^(?:import[^;]*;)+(.*?)var p=\{\}/s.exec(code) ?? []
  const [, name] = /(\w+) as exec\b/.exec(code) ?? []
  return head && name && `${head}export{${name} as exec}`
}

/** @nanostores/react without listening to single keys of a map: all stores of the app are atoms. */
function keepAtoms(code) {
  const kept = code
    .replace("import { listenKeys } from 'nanostores'", '')
    .replace('listenKeys(store, keys, emit(snapshotRef, onChange))', 'undefined')
  return kept.includes('listenKeys') || kept === code ? undefined : kept
}

/** crypto-js without its way to Node's module, which bundlers of hosts look for in vain. */
function keepBrowser(code) {
  const kept = code.replace("if (!crypto && typeof require === 'function')", 'if (false)')
  return kept === code ? undefined : kept
}

const cuts = {
  'crypto-js/core.js': keepBrowser,
  'preact-router/dist/preact-router.mjs': keepMatcher,
  '@nanostores/react/index.js': keepAtoms
}

export const onlyUsed = {
  name: 'only-used',
  transform(code, id) {
    const [name, cut] = Object.entries(cuts).find(([name]) => id.endsWith(name)) ?? []
    if (!cut) return null
    const kept = cut(code)
    if (!kept) this.error(`${name} looks different now`)
    return { code: kept, map: null }
  }
}
