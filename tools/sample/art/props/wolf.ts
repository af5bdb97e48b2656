import { type Ctx, limb, shape } from '../painting/canvas.js'

/** A wolf's head and shoulders from the front, ears up; origin between its paws, height 1. */
export const wolf = (ctx: Ctx): void => {
  shape(ctx, [
    [-0.2, 0.02],
    [-0.3, -0.2],
    [-0.33, -0.42],
    [-0.26, -0.56],
    [-0.21, -0.64],
    [0.21, -0.64],
    [0.26, -0.56],
    [0.33, -0.42],
    [0.3, -0.2],
    [0.2, 0.02]
  ])
  for (const side of [-1, 1]) {
    ctx.beginPath()
    ctx.moveTo(side * 0.2, -0.74)
    ctx.quadraticCurveTo(side * 0.2, -0.92, side * 0.155, -1.02)
    ctx.quadraticCurveTo(side * 0.08, -0.94, side * 0.04, -0.8)
    ctx.fill()
    for (let i = 0; i < 7; i++) {
      const y = -0.7 + i * 0.055
      limb(ctx, [
        [side * 0.1, y, 0.1],
        [side * (0.2 + i * 0.012), y + 0.02, 0.07],
        [side * (0.27 + (i % 3) * 0.03), y + 0.075, 0.004]
      ])
    }
  }
  shape(ctx, [
    [0, -0.84],
    [-0.13, -0.8],
    [-0.2, -0.7],
    [-0.16, -0.6],
    [-0.07, -0.52],
    [-0.045, -0.44],
    [0, -0.42],
    [0.045, -0.44],
    [0.07, -0.52],
    [0.16, -0.6],
    [0.2, -0.7],
    [0.13, -0.8]
  ])
}

export const muzzle = (ctx: Ctx): void => {
  shape(ctx, [
    [0, -0.7],
    [-0.04, -0.62],
    [-0.062, -0.51],
    [-0.035, -0.44],
    [0, -0.43],
    [0.035, -0.44],
    [0.062, -0.51],
    [0.04, -0.62]
  ])
}

export const cloak = (ctx: Ctx): void => {
  shape(ctx, [
    [0, -1.02],
    [-0.075, -0.98],
    [-0.085, -0.88],
    [-0.15, -0.79],
    [-0.19, -0.5],
    [-0.24, -0.2],
    [-0.34, 0.01],
    [0, 0.03],
    [0.5, 0.02],
    [0.34, -0.2],
    [0.22, -0.5],
    [0.15, -0.79],
    [0.085, -0.88],
    [0.075, -0.98]
  ])
}
