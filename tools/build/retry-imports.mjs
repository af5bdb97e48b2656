/**
 * Browsers remember that an import failed, and one that hangs is waited for by all who ask for it: a viewer who taps
 * "try again" would fail again without a request. A second try under another address is a new one:
 * https://github.com/whatwg/html/issues/6768
 */
export const retryImports = {
  name: 'retry-imports',
  renderDynamicImport: () => ({ left: 'importAgain(', right: ')' })
}

/**
 * Chunks stand in one folder: who asks for one says its name there, after `./` or `./chunks/`, and the entry knows the folder.
 * Goes before the code of a chunk that imports others when they are needed: the entry has it, the others take it from there.
 * `build` tells versions apart.
 */
export function importAgain({ build }) {
  const place = `globalThis[Symbol.for(${JSON.stringify(`drama-app import ${build}`)})]`
  return ({ dynamicImports, isEntry }) => {
    if (isEntry) return `const importAgain=${place}??=(${retry})({},import.meta.url);`
    return dynamicImports.length > 0 ? `const importAgain=${place};` : ''
  }
}

const retry = (asked, entry) => name => {
  const HUNG = 30_000
  const address = new URL(name.replace(/.*\//, './chunks/'), entry).href
  const before = asked[address]
  if (before && Date.now() - before.at < HUNG) return before.module
  // An import map of the page that says which bytes it takes knows this address alone: another would go past it.
  const isPinned = map => map.text.includes(address.split('/').pop())
  const again = () =>
    import(
      [...document.querySelectorAll('script[type=importmap]')].some(isPinned)
        ? address
        : `${address}?again=${Date.now()}`
    )
  const attempt = { at: Date.now(), module: before ? again() : import(address).catch(again) }
  asked[address] = attempt
  attempt.module.then(
    () => {
      attempt.at = Infinity
    },
    () => {
      if (asked[address] === attempt) delete asked[address]
    }
  )
  return attempt.module
}
