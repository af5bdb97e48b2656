import path from 'node:path'
import { build } from 'esbuild'

/** Every folder below `/react-host/` serves its own copy of the build with React 19. */
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
