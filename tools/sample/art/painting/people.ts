import { type Ctx, ellipse, limb, shape } from './canvas.js'

// The unit is the figure's height: the foot is at (0, 0), the top of the head near (0, -1).

const head = (ctx: Ctx, x = 0, y = -0.925, s = 1): void => {
  ellipse(ctx, x, y, 0.043 * s, 0.06 * s)
  limb(ctx, [
    [x, y + 0.04 * s, 0.045 * s],
    [x, y + 0.09 * s, 0.05 * s],
    [x, y + 0.11 * s, 0.075 * s]
  ])
}

const bun = (ctx: Ctx): void => {
  ellipse(ctx, 0, -0.945, 0.05, 0.055)
  ellipse(ctx, 0, -0.99, 0.033, 0.028)
}

const longHair = (ctx: Ctx, wind: number): void => {
  ellipse(ctx, 0, -0.935, 0.052, 0.062)
  for (const [dx, length] of [
    [-0.03, 0.2],
    [-0.01, 0.25],
    [0.012, 0.26],
    [0.032, 0.21]
  ] as const) {
    limb(ctx, [
      [dx, -0.94, 0.05],
      [dx * 1.3 + wind * 0.25, -0.86, 0.05],
      [dx * 1.2 + wind * 0.7, -0.94 + length * 0.75, 0.04],
      [dx + wind * 1.3, -0.94 + length, 0.006]
    ])
  }
}

const bodice = (ctx: Ctx): void =>
  shape(ctx, [
    [-0.028, -0.835],
    [-0.085, -0.815],
    [-0.082, -0.75],
    [-0.066, -0.69],
    [-0.056, -0.625],
    [-0.078, -0.555],
    [0, -0.52],
    [0.078, -0.555],
    [0.056, -0.625],
    [0.066, -0.69],
    [0.082, -0.75],
    [0.085, -0.815],
    [0.028, -0.835]
  ])

const armDown = (ctx: Ctx, side: number, out = 0.11): void =>
  limb(ctx, [
    [side * 0.078, -0.805, 0.045],
    [side * (out - 0.002), -0.7, 0.036],
    [side * out, -0.6, 0.032],
    [side * (out + 0.012), -0.5, 0.026],
    [side * (out + 0.01), -0.455, 0.022]
  ])

const armOnHip = (ctx: Ctx, side: number): void =>
  limb(ctx, [
    [side * 0.078, -0.805, 0.045],
    [side * 0.125, -0.74, 0.036],
    [side * 0.158, -0.665, 0.034],
    [side * 0.12, -0.61, 0.03],
    [side * 0.07, -0.575, 0.028]
  ])

const skirt = (ctx: Ctx, hem: number, train: number): void =>
  shape(ctx, [
    [-0.06, -0.6],
    [-0.095, -0.52],
    [-0.11 - hem * 0.25, -0.35],
    [-0.12 - hem * 0.6, -0.14],
    [-0.14 - hem, 0.005],
    [0, 0.022],
    [0.14 + hem + train, 0.012],
    [0.125 + hem * 0.6 + train * 0.3, -0.12],
    [0.11 + hem * 0.25, -0.35],
    [0.095, -0.52],
    [0.06, -0.6]
  ])

export const gownWoman =
  ({ hem = 0.1, train = 0, hair = 'bun', proud = false, wind = 0.05 } = {}) =>
  (ctx: Ctx): void => {
    skirt(ctx, hem, train)
    bodice(ctx)
    armDown(ctx, -1)
    if (proud) armOnHip(ctx, 1)
    else armDown(ctx, 1)
    head(ctx)
    if (hair === 'bun') bun(ctx)
    else longHair(ctx, wind)
  }

const jacket = (ctx: Ctx): void =>
  shape(ctx, [
    [-0.032, -0.845],
    [-0.075, -0.832],
    [-0.122, -0.8],
    [-0.118, -0.7],
    [-0.1, -0.6],
    [-0.102, -0.5],
    [-0.106, -0.455],
    [0, -0.445],
    [0.106, -0.455],
    [0.102, -0.5],
    [0.1, -0.6],
    [0.118, -0.7],
    [0.122, -0.8],
    [0.075, -0.832],
    [0.032, -0.845]
  ])

const trousers = (ctx: Ctx, stride: number): void => {
  for (const side of [-1, 1]) {
    limb(ctx, [
      [side * 0.05, -0.48, 0.1],
      [side * (0.055 + stride * 0.4), -0.28, 0.075],
      [side * (0.058 + stride), -0.1, 0.056],
      [side * (0.058 + stride), -0.02, 0.052]
    ])
    ellipse(ctx, side * (0.068 + stride), -0.008, 0.04, 0.014)
  }
}

export const suitMan =
  ({ pocket = true, stride = 0.01, coat = 0 } = {}) =>
  (ctx: Ctx): void => {
    trousers(ctx, stride)
    jacket(ctx)
    if (coat > 0)
      shape(ctx, [
        [-0.1, -0.6],
        [-0.12, -0.4],
        [-0.135, -0.48 + coat],
        [0, -0.46 + coat],
        [0.15, -0.49 + coat],
        [0.12, -0.4],
        [0.1, -0.6]
      ])
    limb(ctx, [
      [-0.105, -0.79, 0.058],
      [-0.13, -0.68, 0.052],
      [-0.136, -0.58, 0.044],
      [-0.132, -0.48, 0.036],
      [-0.13, -0.43, 0.03]
    ])
    limb(ctx, [
      [0.105, -0.79, 0.058],
      [0.142, -0.69, 0.052],
      [0.152, -0.6, 0.044],
      [pocket ? 0.1 : 0.138, -0.49, 0.038],
      [pocket ? 0.085 : 0.132, pocket ? -0.47 : -0.43, 0.03]
    ])
    head(ctx, 0, -0.925, 1.02)
    ellipse(ctx, 0, -0.948, 0.047, 0.046)
    ellipse(ctx, 0.008, -0.975, 0.034, 0.022)
    for (const side of [-1, 1]) ellipse(ctx, side * 0.044, -0.92, 0.008, 0.014)
  }

export const coatWoman =
  ({ wind = 0.06 } = {}) =>
  (ctx: Ctx): void => {
    for (const side of [-1, 1]) {
      limb(ctx, [
        [side * 0.032, -0.35, 0.06],
        [side * 0.034, -0.18, 0.046],
        [side * 0.03, -0.05, 0.03]
      ])
      ellipse(ctx, side * 0.036, -0.012, 0.028, 0.014)
    }
    bodice(ctx)
    shape(ctx, [
      [-0.06, -0.64],
      [-0.1, -0.5],
      [-0.125 - wind * 0.2, -0.29],
      [0, -0.275],
      [0.135 + wind * 0.6, -0.3],
      [0.1, -0.5],
      [0.06, -0.64]
    ])
    for (const side of [-1, 1]) armDown(ctx, side, 0.105)
    head(ctx)
    longHair(ctx, wind)
  }

export const child =
  ({ dress = true } = {}) =>
  (ctx: Ctx): void => {
    for (const side of [-1, 1]) {
      limb(ctx, [
        [side * 0.05, -0.3, 0.075],
        [side * 0.05, -0.05, 0.055]
      ])
      ellipse(ctx, side * 0.06, -0.014, 0.045, 0.018)
    }
    shape(ctx, [
      [-0.05, -0.7],
      [-0.11, -0.67],
      [-0.095, -0.52],
      [dress ? -0.2 : -0.12, -0.24],
      [0, -0.22],
      [dress ? 0.2 : 0.12, -0.24],
      [0.095, -0.52],
      [0.11, -0.67],
      [0.05, -0.7]
    ])
    ellipse(ctx, 0, -0.835, 0.1, 0.115)
    ellipse(ctx, 0, -0.86, 0.11, 0.11)
    for (const side of [-1, 1]) {
      limb(ctx, [
        [side * 0.09, -0.88, 0.06],
        [side * 0.16, -0.85, 0.07],
        [side * 0.175, -0.75, 0.02]
      ])
    }
  }

export const arm =
  (rows: readonly (readonly [number, number])[], thick = 0.045) =>
  (ctx: Ctx): void =>
    limb(
      ctx,
      rows.map(([x, y], i) => [x, y, thick * (1 - (0.5 * i) / rows.length)] as const)
    )
