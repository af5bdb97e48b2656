/**
 * Browsers remember that an import failed, and one that hangs is waited for by all who ask for it: a viewer who taps
 * "try again" would fail again without a request. A second try under another address is a new one:
 * https://github.com/whatwg/html/issues/6768
 */
export const retryImports = {
  name: 'retry-imports',
  renderDynamicImport: () => ({ left: 'importAgain(new URL(', right: ',import.meta.url).href)' })
}

/** Goes before the code of a chunk that imports others when they are needed. */
export const importAgain = ({ dynamicImports }) =>
  dynamicImports.length > 0 ? `const importAgain=(${retry})({});` : ''

const retry = asked => address => {
  const HUNG = 30_000
  const before = asked[address]
  if (before && Date.now() - before.at < HUNG) return before.module
  const again = () => import(`${address}?again=${Date.now()}`)
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
