import path from 'node:path'

/**
 * Makes the script tag's chunks find one another in a registry instead of by static imports, for two reasons:
 * - Publishing systems add `?ver=…` to the script's address, and a static import of the bare address would run it twice.
 * - Browsers remember that an import failed (https://github.com/whatwg/html/issues/6768). A retry needs another address,
 *   but other chunks have the first one in their static imports, so they would fail again.
 *
 * A chunk is a module that exports one async function, which the registry calls once: top-level await would freeze WebKit.
 * Its loader evaluates such a module again and again, without a pause, if the page was left meanwhile, or its frame removed:
 * https://github.com/WebKit/WebKit/blob/main/Source/JavaScriptCore/builtins/ModuleLoader.js (asyncModuleEvaluation).
 *
 * `awaited` names the chunks that are requested at the start, in parallel. They publish their exports in the registry, and
 * importers wait for that. `build` separates versions on one page.
 */
export function chunkRegistry({ awaited, build }) {
  const registryExpression = `globalThis[Symbol.for(${JSON.stringify(`drama-app ${build}`)})]`
  return {
    name: 'chunk-registry',
    renderDynamicImport: () => ({ left: 'chunkRegistry.load(', right: ')' }),
    renderChunk(code, chunk, _options, { chunks }) {
      if (chunk.isEntry) {
        const create = `const chunkRegistry=${registryExpression}??=(${createRegistry})(${JSON.stringify(awaited)},import.meta.url);`
        const { body, exported } = unlink(code, this.parse(code))
        return { code: `${create}${body}chunkRegistry.loader??=${exported};`, map: null }
      }
      refuseCycle(chunk.fileName, chunks)
      const addresses = []
      const { body, exported } = unlink(code, this.parse(code), address => {
        const file = chunk.imports.find(file => path.basename(file) === path.basename(address))
        const { name, isEntry } = chunks[file]
        if (isEntry) return 'chunkRegistry.loader'
        if (awaited.includes(name))
          return `await chunkRegistry.need(${JSON.stringify(name)},${JSON.stringify(address)})`
        addresses.push(address)
        return `await chunkRegistry.load(${JSON.stringify(address)})`
      })
      // Requests all of them now, because each import below waits for the one before it.
      const requests =
        addresses.length > 1
          ? `for(const file of${JSON.stringify([...new Set(addresses)])})chunkRegistry.load(file).catch(()=>{});`
          : ''
      const publish = awaited.includes(chunk.name)
        ? `chunkRegistry.publish[${JSON.stringify(chunk.name)}](chunkExports);`
        : ''
      const start = `async()=>{const chunkRegistry=${registryExpression};${requests}${body};const chunkExports=${exported};${publish}return chunkExports}`
      return { code: `export default ${start}`, map: null }
    }
  }
}

/** Chunks that wait for one another would wait for ever. */
function refuseCycle(file, chunks, importers = []) {
  if (importers.includes(file)) throw new Error(`chunks import one another: ${[...importers, file].join(' > ')}`)
  for (const imported of chunks[file].imports) refuseCycle(imported, chunks, [...importers, file])
}

/**
 * Replaces imports by constants, and takes exports out. `from` turns the address of an import into an expression. `exported`
 * is the expression of an object with what is exported.
 */
function unlink(code, program, from) {
  const properties = []
  let body = ''
  let end = 0
  for (const node of program.body) {
    const isExport = node.type.startsWith('Export')
    if (!isExport && node.type !== 'ImportDeclaration') continue
    const isUnknown = ({ type }) => type === 'ImportNamespaceSpecifier'
    if (node.declaration || !node.specifiers || node.specifiers.some(isUnknown)) {
      throw new Error(`no rule for this statement of a chunk: ${code.slice(node.start, node.end)}`)
    }
    body += code.slice(end, node.start)
    end = node.end
    const names = node.specifiers.map(({ local, imported, exported }) => {
      // A default import has no `imported`.
      if (!isExport) return [imported?.name ?? 'default', local.name]
      const name = node.source ? `chunkReexport${properties.length}` : local.name
      properties.push(`${exported.name}:${name}`)
      return [local.name, name]
    })
    if (node.source && names.length > 0) {
      body += `const{${names.map(([name, local]) => `${name}:${local}`)}}=${from(node.source.value)};`
    }
  }
  return { body: body + code.slice(end), exported: `{${properties}}` }
}

/** Runs in the browser, once for all elements of a build on a page. */
function createRegistry(awaited, loaderUrl) {
  const HANG_TIMEOUT_MS = 30_000
  const attempts = {}
  const ready = {}
  const registry = { publish: {}, need, load }
  for (const name of awaited) {
    ready[name] = new Promise(resolve => {
      registry.publish[name] = resolve
    })
  }

  /** Rejects if the chunk cannot be loaded, so that a later attempt requests it again. */
  function need(name, file) {
    return Promise.race([ready[name], load(file).then(() => ready[name])])
  }

  /** Imports a file of `chunks/`, twice if the first try fails. Later calls try again, also while an attempt hangs. */
  function load(file) {
    const address = new URL(file.replace(/.*\//, './chunks/'), loaderUrl).href
    const last = attempts[address]
    if (last && Date.now() - last.start < HANG_TIMEOUT_MS) return last.exported
    // An import map with integrity lists only this address, so a retry must not change it.
    const isPinned = map => map.text.includes(address.split('/').pop())
    const importAgain = () =>
      import(
        [...document.querySelectorAll('script[type=importmap]')].some(isPinned)
          ? address
          : `${address}?again=${Date.now()}`
      )
    const first = last ? importAgain() : import(address).catch(importAgain)
    let stopWatching
    const module = new Promise((resolve, reject) => {
      first.then(resolve, reject)
      // An import that begins while the page is left never ends in WebKit, which keeps the page for the way back.
      const importAfterReturn = ({ persisted }) => persisted && importAgain().then(resolve, reject)
      addEventListener('pageshow', importAfterReturn)
      stopWatching = () => removeEventListener('pageshow', importAfterReturn)
    })
    module.then(stopWatching, stopWatching)
    const exported = module.then(runOnce)
    const attempt = { start: Date.now(), exported }
    attempts[address] = attempt
    exported.then(
      () => {
        // A loaded module never counts as hanging.
        attempt.start = Infinity
      },
      () => {
        if (attempts[address] === attempt) delete attempts[address]
      }
    )
    return exported
  }

  /** Of a chunk whose own imports failed, the next call starts it again. */
  function runOnce({ default: run }) {
    run.exported ??= run().catch(error => {
      run.exported = undefined
      throw error
    })
    return run.exported
  }

  return registry
}
