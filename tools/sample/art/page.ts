// Runs in the browser that draws. Call `paint` first; the other functions send pictures of that drama.

import { compose, type Shot } from './painting/camera.js'
import { type Ctx, type Layer, makeCtx, Stage } from './painting/canvas.js'
import { grain, vignette } from './painting/finish.js'
import { drift } from './painting/particles.js'
import { type HookShot, type Scene, scenes } from './scenes.js'

const frameWidth = 720
const frameHeight = 1280
const framesPerSecond = 24
const HOOK_S = 2

let current: { readonly scene: Scene; readonly stage: Stage } | null = null

const requirePainted = () => {
  if (current === null) throw new Error('no drama was painted yet')
  return current
}

const send = async (path: string, body: Blob): Promise<void> => {
  const response = await fetch(path, { method: 'POST', body })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
}

const paint = (slug: string): void => {
  const scene = scenes[slug]
  if (scene === undefined) throw new Error(`no scene for ${slug}`)
  const stage = new Stage()
  scene.paint(stage)
  current = { scene, stage }
}

const sendPng = async (path: string, ctx: Ctx): Promise<void> =>
  send(path, await ctx.canvas.convertToBlob({ type: 'image/png' }))

const sendJpeg = async (path: string, ctx: Ctx): Promise<void> =>
  send(path, await ctx.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.96 }))

const still = async (path: string, width: number, height: number, kind: 'cover' | 'banner'): Promise<void> => {
  const { scene, stage } = requirePainted()
  const ctx = makeCtx(width, height)
  ctx.imageSmoothingQuality = 'high'
  const y = kind === 'cover' ? scene.coverY : scene.bannerY
  compose(ctx, stage.layers, width, height, { x: 450, y, zoom: 1 }, 0.5)
  vignette(ctx, width, height, 0.5)
  grain(ctx, width, height, 0.045)
  await sendPng(path, ctx)
}

/** Blurs what is out of focus, as a lens does close to a face. */
const focusOn = (layers: readonly Layer[], [from, to]: HookShot['focus']): Layer[] =>
  layers.map(layer => {
    if (layer.depth >= from && layer.depth <= to) return layer
    const { width, height } = layer.canvas
    const ctx = makeCtx(width, height)
    ctx.filter = 'blur(14px)'
    ctx.drawImage(layer.canvas, 0, 0)
    return { ...layer, canvas: ctx.canvas, box: [0, 0, width, height] }
  })

const hook = async (path: string, index: number): Promise<void> => {
  const { scene, stage } = requirePainted()
  const { focus, shot } = scene.hooks[index % scene.hooks.length] as HookShot
  const layers = focusOn(stage.layers, focus)
  const ctx = makeCtx(frameWidth, frameHeight)
  const frames = HOOK_S * framesPerSecond
  for (let i = 0; i < frames; i++) {
    const rest = 1 - i / (frames - 1)
    compose(ctx, layers, frameWidth, frameHeight, shot, 1 - rest * rest)
    vignette(ctx, frameWidth, frameHeight, 0.5)
    await sendJpeg(path, ctx)
  }
}

const film = async (path: string): Promise<void> => {
  const { scene, stage } = requirePainted()
  const ctx = makeCtx(frameWidth, frameHeight)
  let seconds = 0
  const sendShot = async (length: number, shot: Shot): Promise<void> => {
    const frames = length * framesPerSecond
    for (let i = 0; i < frames; i++) {
      compose(ctx, stage.layers, frameWidth, frameHeight, shot, i / frames)
      drift(ctx, scene.drift, frameWidth, frameHeight, seconds + i / framesPerSecond)
      vignette(ctx, frameWidth, frameHeight, 0.35)
      await sendJpeg(path, ctx)
    }
    seconds += length
  }
  for (const [length, shot] of scene.shots) await sendShot(length, shot)
}

export const artPage = { paint, still, hook, film }
export type ArtPage = typeof artPage
Object.assign(globalThis, { artPage })
