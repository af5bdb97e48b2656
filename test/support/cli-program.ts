import { join } from 'node:path'
import { build } from 'esbuild'

/** Bundles `drama` into the folder, because a bundle starts at once, while a loader takes a second per run. */
export async function bundleCli(folder: string): Promise<string> {
  await build({
    entryPoints: ['tools/cli/drama.ts'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    // Packages that are CommonJS require the modules of Node.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error'
  })
  return join(folder, 'drama.mjs')
}
