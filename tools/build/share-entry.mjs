/**
 * Lazy chunks take what they share with the entry from a registry instead of importing the entry's address.
 * Publishing systems add `?ver=…` to script addresses, and an import of the bare address would then run a
 * second copy of the app, whose contexts the first one does not know. `build` tells versions apart.
 */
export function shareEntry(entryFile, build) {
  const place = `globalThis[Symbol.for(${JSON.stringify(`drama-app ${build}`)})]`
  return {
    name: 'share-entry',
    renderChunk(code, chunk) {
      if (chunk.fileName === entryFile) return { code: publish(code, this.parse(code), place), map: null }
      if (chunk.imports.includes(entryFile)) return { code: take(code, this.parse(code), entryFile, place), map: null }
      return null
    }
  }
}

function publish(code, program, place) {
  const exported = program.body.find(node => node.type === 'ExportNamedDeclaration' && !node.declaration)
  if (!exported) throw new Error('the entry exports nothing to its chunks')
  const pairs = exported.specifiers.map(({ local, exported: name }) => `${name.name}:${local.name}`)
  return `${code.slice(0, exported.start)}${place}??={${pairs}};${code.slice(exported.end)}`
}

function take(code, program, entryFile, place) {
  const imported = program.body.find(node => node.type === 'ImportDeclaration' && node.source.value.endsWith(entryFile))
  if (!imported) throw new Error(`a chunk names ${entryFile} in a form that is not known`)
  const pairs = imported.specifiers.map(({ local, imported: name }) => `${name.name}:${local.name}`)
  return `${code.slice(0, imported.start)}const{${pairs}}=${place};${code.slice(imported.end)}`
}
