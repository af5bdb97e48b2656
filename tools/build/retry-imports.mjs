/**
 * Browsers remember that an import failed, and a viewer who taps "try again" would fail again without a request.
 * A second try under another address is a new one: https://github.com/whatwg/html/issues/6768
 */
export const retryImports = {
  name: 'retry-imports',
  renderDynamicImport: () => ({
    left: '(u=>import(u).catch(()=>import(u+"?again="+Date.now())))(new URL(',
    right: ',import.meta.url).href)'
  })
}
