import { type Ctx, createRandom, ellipse, fade, glow, limb, linear, type Stage, sky } from '../painting/canvas.js'
import { silhouette } from '../painting/figure.js'
import { arm, child, suitMan } from '../painting/people.js'
import { mist, rays, ridge } from '../painting/scenery.js'

const grass = (ctx: Ctx, seed: number, y: number, height: number, bend: number, tones: readonly string[]): void => {
  const d = createRandom(seed)
  for (let i = 0; i < 620; i++) {
    const x = d.between(-130, 1030)
    const base = y + bend * ((x - 450) / 560) ** 2 + d.between(0, 40)
    const h = height * d.between(0.4, 1)
    const lean = d.between(-0.1, 0.45) * h
    ctx.fillStyle = tones[i % tones.length] ?? '#3a2a3c'
    ctx.beginPath()
    ctx.moveTo(x - 2.5, base)
    ctx.quadraticCurveTo(x, base - h * 0.6, x + lean, base - h)
    ctx.quadraticCurveTo(x + 4, base - h * 0.5, x + 3.5, base)
    ctx.fill()
  }
}

const hill = (ctx: Ctx, y: number, bend: number, top: string, foot: string): void => {
  ctx.fillStyle = linear(
    ctx,
    [0, y],
    [0, y + 420],
    [
      [0, top],
      [1, foot]
    ]
  )
  ctx.beginPath()
  ctx.moveTo(-130, y + bend)
  ctx.quadraticCurveTo(450, y - bend, 1030, y + bend)
  ctx.lineTo(1030, 1760)
  ctx.lineTo(-130, 1760)
  ctx.fill()
}

const balloon = (ctx: Ctx, x: number, y: number, r: number): void => {
  glow(ctx, [x, y], r * 2.4, '#ff6b5a', 0.4)
  const gradient = ctx.createRadialGradient(x + r * 0.3, y - r * 0.36, r * 0.05, x, y, r * 1.15)
  gradient.addColorStop(0, '#ffd0c0')
  gradient.addColorStop(0.22, '#ff5f54')
  gradient.addColorStop(0.7, '#d41f36')
  gradient.addColorStop(1, '#7d0d2a')
  ctx.fillStyle = gradient
  ctx.beginPath()
  ctx.moveTo(x, y + r * 1.2)
  ctx.bezierCurveTo(x - r * 0.8, y + r * 0.66, x - r * 1.1, y + r * 0.1, x - r * 0.94, y - r * 0.4)
  ctx.bezierCurveTo(x - r * 0.72, y - r * 1.16, x + r * 0.72, y - r * 1.16, x + r * 0.94, y - r * 0.4)
  ctx.bezierCurveTo(x + r * 1.1, y + r * 0.1, x + r * 0.8, y + r * 0.66, x, y + r * 1.2)
  ctx.fill()
  ctx.beginPath()
  ctx.moveTo(x - 8, y + r * 1.3)
  ctx.lineTo(x, y + r * 1.16)
  ctx.lineTo(x + 8, y + r * 1.3)
  ctx.fill()
}

const birds = (ctx: Ctx, seed: number): void => {
  const d = createRandom(seed)
  ctx.strokeStyle = '#7d3a5a'
  ctx.lineWidth = 3
  for (let i = 0; i < 11; i++) {
    const x = 140 + i * 26 + d.between(-10, 10)
    const y = 420 - Math.abs(i - 5) * -13 + d.between(-12, 12)
    const s = d.between(8, 15)
    ctx.beginPath()
    ctx.moveTo(x - s, y - s * 0.5)
    ctx.quadraticCurveTo(x - s * 0.4, y - s * 0.7, x, y)
    ctx.quadraticCurveTo(x + s * 0.4, y - s * 0.7, x + s, y - s * 0.4)
    ctx.stroke()
  }
}

export const redBalloon = (stage: Stage): void => {
  stage.layer(0, ctx => {
    sky(ctx, [
      [0, '#3a4f9c'],
      [0.2, '#8f7fc0'],
      [0.38, '#f0a6a8'],
      [0.52, '#ffd39a'],
      [0.62, '#ffeec0'],
      [0.72, '#f0b088'],
      [1, '#5a3a5c']
    ])
    glow(ctx, [450, 930], 700, '#fff0bf', 0.8)
    ctx.fillStyle = '#fffbe6'
    ellipse(ctx, 450, 940, 118, 118)
    rays(ctx, 5, [450, 940], 1200, '#fff3c8', 0.35, [3.3, 6.1])
    mist(ctx, 3, 330, 90, '#ffe6d8', 1)
    mist(ctx, 13, 520, 70, '#fff0dc', 1)
  })
  stage.layer(0.16, ctx => {
    birds(ctx, 8)
    ridge(
      ctx,
      14,
      1000,
      90,
      [
        [0, '#d98f9a'],
        [1, '#a8607c']
      ],
      4
    )
    mist(ctx, 5, 1020, 80, '#ffe0c0', 1)
    ridge(
      ctx,
      25,
      1080,
      80,
      [
        [0, '#a8607f'],
        [1, '#6d3a66']
      ],
      4
    )
    mist(ctx, 7, 1100, 70, '#ffd0b0', 0.9)
  })
  stage.layer(0.45, ctx => {
    hill(ctx, 1190, 30, '#7d4468', '#3a2048')
    ctx.fillStyle = '#4a2850'
    limb(ctx, [
      [770, 1240, 30],
      [768, 1120, 24],
      [776, 1010, 18]
    ])
    const d = createRandom(8)
    for (let i = 0; i < 75; i++) {
      ctx.fillStyle = i % 4 ? '#5c305c' : '#e08a86'
      const r = d.between(16, 42)
      ellipse(ctx, 775 + d.between(-115, 115), 960 + d.between(-95, 75), r, r * 0.8)
    }
  })
  stage.layer(0.74, ctx => {
    hill(ctx, 1262, 46, '#552c56', '#1c1030')
    grass(ctx, 5, 1270, 46, 48, ['#5f3260', '#7d4468', '#4a2650', '#c07878'])
    const lights = [
      { from: [4, -5] as const, colour: '#fff0c8', soft: 2 },
      { from: [-4, -4] as const, colour: '#ff9f8a', soft: 3 }
    ]
    const dark = [
      [0, '#3a1c48'],
      [1, '#1c0f2e']
    ] as const
    ctx.strokeStyle = '#fff0d8'
    ctx.lineWidth = 2
    ctx.beginPath()
    ctx.moveTo(592, 1048)
    ctx.bezierCurveTo(630, 930, 560, 820, 612, 690)
    ctx.stroke()
    balloon(ctx, 612, 585, 82)
    silhouette(ctx, [370, 1290], 520, suitMan({ pocket: true, coat: 0.08 }), { fill: dark, lights }, true)
    silhouette(ctx, [530, 1290], 320, child(), {
      fill: [
        [0, '#4a2050'],
        [0.4, '#8a3058'],
        [1, '#2c1236']
      ],
      lights
    })
    silhouette(
      ctx,
      [530, 1290],
      320,
      arm(
        [
          [0.1, -0.66],
          [0.17, -0.72],
          [0.2, -0.76]
        ],
        0.06
      ),
      { fill: dark, lights }
    )
    silhouette(
      ctx,
      [530, 1290],
      320,
      arm(
        [
          [-0.1, -0.66],
          [-0.15, -0.58],
          [-0.18, -0.6]
        ],
        0.06
      ),
      { fill: dark, lights }
    )
  })
  stage.layer(1, ctx => {
    grass(ctx, 15, 1440, 150, 30, ['#2a1438', '#3d1c48', '#1c0e2c', '#7d3f5c'])
    ctx.fillStyle = '#160a24'
    ctx.fillRect(-130, 1470, 1160, 300)
    const d = createRandom(4)
    for (let i = 0; i < 46; i++) {
      const x = d.between(-40, 940)
      const y = d.between(1060, 1440)
      ctx.fillStyle = fade('#fff6dc', d.between(0.4, 0.95))
      ellipse(ctx, x, y, d.between(1.5, 4.5), d.between(1.5, 4.5))
    }
  })
}
