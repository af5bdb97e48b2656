// The build for React hosts, put together with React 19 the way a host's bundler does.
import path from 'node:path'
import { build } from 'esbuild'

/** Serves it below `/react-host/<any>/`: another name there is another copy of everything. */
export function reactHost() {
  let files
  return {
    name: 'react-host',
    async serverStart() {
      files = await bundle()
    },
    serve({ path: address }) {
      const [, name] = /^\/react-host\/\w+\/(.+)$/.exec(address) ?? []
      return name === undefined ? undefined : { body: files.get(name) ?? '', type: 'js' }
    }
  }
}

async function bundle() {
  const outdir = path.resolve('react-host')
  const { outputFiles } = await build({
    entryPoints: { entry: 'test/widget/react/entry.ts' },
    outdir,
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    alias: { 'drama-app/react': path.resolve('dist/react/index.js') },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning'
  })
  return new Map(outputFiles.map(file => [path.relative(outdir, file.path), file.text]))
}
