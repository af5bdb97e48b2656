import { type Ctx, limb, shape } from '../painting/canvas.js'

// The unit is the head's height. Heads face right, with the chin near (0.4, 1.05) and the top at y = 0.

const face = (ctx: Ctx, path: string): void => {
  ctx.save()
  ctx.scale(0.01, 0.01)
  ctx.fill(new Path2D(path))
  ctx.restore()
}

const womanPath =
  'M4 190 C10 160 22 140 19 112 C4 88 -4 42 16 20 C34 0 66 -2 79 19 C84 28 84 35 83 42 C82 46 83 49 85.5 53 ' +
  'C89 60 94 66 97 71.5 C98 74.5 95 76.5 89.5 77 C88 78.5 88.6 80.5 91.2 83.2 C92.4 85.4 90.6 86.8 87.8 87.4 ' +
  'C90.8 88.6 91.6 91.8 88.4 94.2 C85.6 96 85.8 98 86.8 101 C87.6 107 81 111.5 74 110 C66 108.8 59 111 56 118 ' +
  'C54 130 60 146 74 158 C96 170 122 176 134 200 L134 230 L-60 230 L-56 204 C-40 196 -8 196 4 190 Z'

export const womanProfile = (ctx: Ctx): void => face(ctx, womanPath)

export const knotHair = (ctx: Ctx): void => {
  shape(ctx, [
    [0.795, 0.2],
    [0.79, 0.08],
    [0.68, -0.055],
    [0.46, -0.11],
    [0.2, -0.06],
    [0.02, 0.12],
    [-0.05, 0.38],
    [0.0, 0.64],
    [0.1, 0.82],
    [0.2, 0.84],
    [0.32, 0.74],
    [0.42, 0.6],
    [0.5, 0.5],
    [0.56, 0.38],
    [0.66, 0.26]
  ])
}

export const knot = (ctx: Ctx): void => {
  shape(ctx, [
    [0.02, 0.5],
    [-0.12, 0.5],
    [-0.23, 0.6],
    [-0.24, 0.75],
    [-0.13, 0.87],
    [0.02, 0.86],
    [0.11, 0.76],
    [0.12, 0.62]
  ])
}

export const looseLocks = (ctx: Ctx): void => {
  for (const [x, y, bend] of [
    [0.5, 0.48, 0.03],
    [0.46, 0.55, -0.03],
    [0.14, 0.82, -0.05],
    [0.06, 0.84, -0.1]
  ] as const) {
    limb(ctx, [
      [x, y, 0.012],
      [x + bend, y + 0.12, 0.012],
      [x - bend * 0.6, y + 0.24, 0.008],
      [x + bend * 0.8, y + 0.36, 0.002]
    ])
  }
}

export const combLines = (ctx: Ctx): void => {
  for (let i = 0; i < 9; i++) {
    const t = i / 8
    limb(ctx, [
      [0.76 - t * 0.22, 0.08 + t * 0.3, 0.003],
      [0.5 - t * 0.1, -0.04 + t * 0.42, 0.007],
      [0.18 - t * 0.02, 0.14 + t * 0.44, 0.006],
      [0.06, 0.5 + t * 0.2, 0.002]
    ])
  }
  for (let i = 0; i < 4; i++) {
    limb(ctx, [
      [0.08 - i * 0.02, 0.58 + i * 0.05, 0.003],
      [-0.08 - i * 0.02, 0.56 + i * 0.06, 0.006],
      [-0.18 + i * 0.03, 0.68 + i * 0.04, 0.003]
    ])
  }
}
