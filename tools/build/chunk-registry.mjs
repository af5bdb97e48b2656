import path from 'node:path'

/**
 * Makes the script tag's chunks find one another in a registry instead of by static imports, for two reasons:
 * - Publishing systems add `?ver=…` to the script's address, and a static import of the bare address would run it twice.
 * - Browsers remember that an import failed (https://github.com/whatwg/html/issues/6768). A retry needs another address,
 *   but other chunks have the first one in their static imports, so they would fail again.
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
        const published = replaceExports(code, this.parse(code), pairs => `chunkRegistry.loader??={${pairs}};`)
        return { code: create + published, map: null }
      }
      refuseCycle(chunk.fileName, chunks)
      let linked = code
      const addresses = []
      for (const file of chunk.imports) {
        const { name, isEntry } = chunks[file]
        const from = address => {
          if (isEntry) return 'chunkRegistry.loader'
          if (awaited.includes(name)) return `await chunkRegistry.need(${JSON.stringify(name)},${address})`
          addresses.push(address)
          return `await chunkRegistry.load(${address})`
        }
        linked = replaceImport(linked, this.parse(linked), path.basename(file), from)
      }
      if (awaited.includes(chunk.name)) {
        const write = (pairs, exported) =>
          `chunkRegistry.publish[${JSON.stringify(chunk.name)}]({${pairs}});${exported}`
        linked = replaceExports(linked, this.parse(linked), write)
      }
      // Requests all of them now, because each import below waits for the one before it.
      const requests =
        addresses.length > 1 ? `for(const file of[${addresses}])chunkRegistry.load(file).catch(()=>{});` : ''
      return { code: `const chunkRegistry=${registryExpression};${requests}${linked}`, map: null }
    }
  }
}

/** Chunks that wait for one another would wait for ever. */
function refuseCycle(file, chunks, importers = []) {
  if (importers.includes(file)) throw new Error(`chunks import one another: ${[...importers, file].join(' > ')}`)
  for (const imported of chunks[file].imports) refuseCycle(imported, chunks, [...importers, file])
}

/** Replaces the export statement by the result of `write` for `exported name: local name` pairs. */
function replaceExports(code, program, write) {
  const statement = program.body.find(node => node.type === 'ExportNamedDeclaration' && !node.declaration)
  if (!statement) throw new Error('a chunk of the registry exports nothing')
  const pairs = statement.specifiers.map(({ local, exported }) => `${exported.name}:${local.name}`)
  const written = write(pairs, code.slice(statement.start, statement.end))
  return code.slice(0, statement.start) + written + code.slice(statement.end)
}

function replaceImport(code, program, file, from) {
  const statement = program.body.find(node => node.type === 'ImportDeclaration' && node.source.value.endsWith(file))
  if (!statement) throw new Error(`no import of ${file}`)
  // A default import has no `imported`.
  const pairs = statement.specifiers.map(({ local, imported }) => `${imported?.name ?? 'default'}:${local.name}`)
  const pattern = pairs.length > 0 ? `const{${pairs}}=${from(statement.source.raw)};` : ''
  return code.slice(0, statement.start) + pattern + code.slice(statement.end)
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
    if (last && Date.now() - last.start < HANG_TIMEOUT_MS) return last.module
    // An import map with integrity lists only this address, so a retry must not change it.
    const isPinned = map => map.text.includes(address.split('/').pop())
    const importAgain = () =>
      import(
        [...document.querySelectorAll('script[type=importmap]')].some(isPinned)
          ? address
          : `${address}?again=${Date.now()}`
      )
    const module = last ? importAgain() : import(address).catch(importAgain)
    const attempt = { start: Date.now(), module }
    attempts[address] = attempt
    module.then(
      () => {
        // A loaded module never counts as hanging.
        attempt.start = Infinity
      },
      () => {
        if (attempts[address] === attempt) delete attempts[address]
      }
    )
    return module
  }

  return registry
}
