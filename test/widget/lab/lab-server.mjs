// Bundles single views for tests, once with Preact as in the script tag, once with React.
import path from 'node:path'
import { build } from 'esbuild'

const preact = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat'
}

export function lab() {
  const bundles = {}
  return {
    name: 'lab',
    async serve({ path: address }) {
      const [, library, name] = /^\/lab\/(preact|react)\/(.+)$/.exec(address) ?? []
      if (name === undefined) return undefined
      bundles[library] ??= bundle(library === 'preact' ? preact : {})
      return { body: (await bundles[library]).get(name) ?? '', type: 'js' }
    }
  }
}

async function bundle(alias) {
  const outdir = path.resolve('lab')
  const { outputFiles } = await build({
    entryPoints: { entry: 'test/widget/lab/entry.tsx' },
    outdir,
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    loader: { '.css': 'text' },
    alias,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning'
  })
  return new Map(outputFiles.map(file => [path.relative(outdir, file.path), file.text]))
}
