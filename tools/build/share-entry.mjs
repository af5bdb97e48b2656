import path from 'node:path'

/**
 * Lazy chunks take what they share with the entry, and with the chunks that are `gates`, from registries instead of
 * importing them. Publishing systems add `?ver=…` to script addresses, and an import of the entry's bare address would
 * then run a second copy of the app; a gate has another address where it is asked for again. A chunk that arrives before
 * its gate waits for it: both may travel at once. `build` tells versions apart.
 */
export function shareEntry({ entry, gates, build }) {
  const place = `globalThis[Symbol.for(${JSON.stringify(`drama-app ${build}`)})]`
  const isChunk = (name, file) => path.basename(file).startsWith(`${name}-`)
  return {
    name: 'share-entry',
    renderChunk(code, chunk) {
      if (chunk.fileName === entry) {
        const open = `for(let $name of${JSON.stringify(gates)}){let open;$own[$name]={ready:new Promise(done=>open=done),open}}`
        const write = pairs => `{let $own={${pairs}};${open}${place}??=$own}`
        return { code: publish(code, this.parse(code), write), map: null }
      }
      let shared = code
      for (const file of chunk.imports) {
        const name = file === entry ? undefined : gates.find(name => isChunk(name, file))
        // Who waits for a gate asks for it, in case nobody else does.
        const waiting = address => `await(import(${address}).catch(()=>{}),${place}.${name}.ready)`
        const from = file === entry ? () => place : name && waiting
        if (from) shared = take(shared, this.parse(shared), { file: path.basename(file), from })
      }
      const own = gates.find(name => isChunk(name, chunk.fileName))
      if (own) {
        const write = (pairs, exports) => `${place}.${own}.open({${pairs}});${exports}`
        shared = publish(shared, this.parse(shared), write)
      }
      return shared === code ? null : { code: shared, map: null }
    }
  }
}

function publish(code, program, write) {
  const exported = program.body.find(node => node.type === 'ExportNamedDeclaration' && !node.declaration)
  if (!exported) throw new Error('what is shared exports nothing')
  const pairs = exported.specifiers.map(({ local, exported: name }) => `${name.name}:${local.name}`)
  const written = write(pairs, code.slice(exported.start, exported.end))
  return `${code.slice(0, exported.start)}${written}${code.slice(exported.end)}`
}

function take(code, program, { file, from }) {
  const imported = program.body.find(node => node.type === 'ImportDeclaration' && node.source.value.endsWith(file))
  if (!imported) throw new Error(`a chunk names ${file} in a form that is not known`)
  const pairs = imported.specifiers.map(({ local, imported: name }) => `${name.name}:${local.name}`)
  // What nothing is taken from, nothing has to wait for.
  const taking = pairs.length > 0 ? `const{${pairs}}=${from(imported.source.raw)};` : ''
  return `${code.slice(0, imported.start)}${taking}${code.slice(imported.end)}`
}
