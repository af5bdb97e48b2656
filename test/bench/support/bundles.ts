import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'esbuild'

async function bundle(entry: string, format: 'esm' | 'iife'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join('test/bench', entry)],
    bundle: true,
    minify: true,
    write: false,
    format,
    target: 'es2022'
  })
  return outputFiles[0]?.text ?? ''
}

/** The text of an init script, which runs before the page's own scripts. */
export const bundleWatcher = () => bundle('support/in-page.ts', 'iife')

/** Like `bundleWatcher`, but it records every frame. */
export const bundleFrameRecorder = () => bundle('support/in-page-frames.ts', 'iife')

export async function packWorker(): Promise<Buffer> {
  return promisify(brotliCompress)(await readFile('node_modules/hls.js/dist/hls.worker.js'))
}

export async function bundleBarePlayer(): Promise<Buffer> {
  return promisify(brotliCompress)(await bundle('player/bare-player.ts', 'esm'))
}
