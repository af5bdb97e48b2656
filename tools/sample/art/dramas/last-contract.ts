import { type Ctx, createRandom, fade, fillAll, glow, linear, type Stage, sky } from '../painting/canvas.js'
import { silhouette } from '../painting/figure.js'
import { gownWoman, suitMan } from '../painting/people.js'
import { city, mist, moon, rays } from '../painting/scenery.js'

const sheet = (ctx: Ctx, x: number, y: number, size: number, turn: number, lean: number, alpha: number): void => {
  ctx.save()
  ctx.translate(x, y)
  ctx.rotate(turn)
  ctx.transform(1, lean, -lean * 0.6, 0.9, 0, 0)
  ctx.globalAlpha = alpha
  ctx.fillStyle = linear(
    ctx,
    [-size / 2, -size * 0.7],
    [size / 2, size * 0.7],
    [
      [0, '#ffffff'],
      [0.5, '#d8f5e6'],
      [1, '#6fb59a']
    ]
  )
  ctx.beginPath()
  ctx.moveTo(-size / 2, -size * 0.7)
  ctx.quadraticCurveTo(0, -size * 0.8, size / 2, -size * 0.66)
  ctx.quadraticCurveTo(size * 0.42, 0, size / 2, size * 0.7)
  ctx.quadraticCurveTo(0, size * 0.58, -size / 2, size * 0.72)
  ctx.quadraticCurveTo(-size * 0.56, 0, -size / 2, -size * 0.7)
  ctx.fill()
  ctx.fillStyle = 'rgba(14,60,52,0.45)'
  for (let i = 0; i < 9; i++)
    ctx.fillRect(-size * 0.36, -size * 0.5 + i * size * 0.1, size * (i % 4 === 3 ? 0.4 : 0.7), size * 0.026)
  ctx.strokeStyle = '#0d5a4b'
  ctx.lineWidth = size * 0.022
  ctx.beginPath()
  ctx.moveTo(-size * 0.05, size * 0.5)
  ctx.bezierCurveTo(size * 0.06, size * 0.34, size * 0.1, size * 0.6, size * 0.16, size * 0.46)
  ctx.bezierCurveTo(size * 0.22, size * 0.36, size * 0.24, size * 0.58, size * 0.36, size * 0.45)
  ctx.stroke()
  ctx.restore()
}

const panes = (ctx: Ctx): void => {
  ctx.fillStyle = '#03110f'
  for (const x of [-40, 205, 450, 695, 940]) ctx.fillRect(x - 7, -120, 14, 1260)
  ctx.fillRect(-120, 300, 1140, 9)
  ctx.fillRect(-120, 1090, 1140, 24)
  ctx.fillStyle = 'rgba(150,255,215,0.3)'
  for (const x of [205, 450, 695]) ctx.fillRect(x + 7, -120, 2, 1210)
  ctx.save()
  ctx.globalCompositeOperation = 'lighter'
  ctx.fillStyle = 'rgba(140,255,220,0.05)'
  for (const x of [20, 330, 560]) {
    ctx.beginPath()
    ctx.moveTo(x + 150, -100)
    ctx.lineTo(x + 260, -100)
    ctx.lineTo(x - 20, 1090)
    ctx.lineTo(x - 160, 1090)
    ctx.fill()
  }
  ctx.restore()
}

export const lastContract = (stage: Stage): void => {
  stage.layer(0, ctx => {
    sky(ctx, [
      [0, '#031516'],
      [0.3, '#0a3f3c'],
      [0.5, '#1f7d68'],
      [0.62, '#7fcfa0'],
      [0.7, '#0d3a38'],
      [1, '#020a0b']
    ])
    moon(ctx, [255, 420], 105, '#eafff2', '#5fb096', 40)
    mist(ctx, 5, 620, 170, '#7fe0b8', 0.5)
  })
  stage.layer(0.1, ctx => {
    city(ctx, 11, 1080, 520, 70, {
      wall: [
        [0, '#3f9a82'],
        [1, '#1c5a50']
      ],
      lamp: '#d6ffe6',
      lit: 0.25
    })
    mist(ctx, 6, 1010, 180, '#8fe6c0', 0.8)
  })
  stage.layer(0.22, ctx => {
    city(ctx, 29, 1100, 700, 120, {
      wall: [
        [0, '#17605a'],
        [1, '#0b3534']
      ],
      lamp: '#ffe6a6',
      lit: 0.34
    })
    mist(ctx, 7, 1060, 130, '#4fb998', 0.7)
  })
  stage.layer(0.36, ctx =>
    city(ctx, 53, 1120, 430, 150, {
      wall: [
        [0, '#0a3836'],
        [1, '#051d1e']
      ],
      lamp: '#ffd98a',
      lit: 0.42
    })
  )
  stage.layer(0.55, ctx => {
    panes(ctx)
    ctx.fillStyle = linear(
      ctx,
      [0, 1112],
      [0, 1600],
      [
        [0, '#2b8a76'],
        [0.12, '#0f4440'],
        [0.6, '#041616'],
        [1, '#020909']
      ]
    )
    ctx.fillRect(-120, 1112, 1140, 640)
    rays(ctx, 8, [450, 1090], 700, '#8fffd0', 0.16, [0.5, 2.6])
  })
  stage.layer(0.75, ctx => {
    const paint = (rim: string) => ({
      fill: [
        [0, '#04181a'],
        [1, '#020b0c']
      ] as const,
      lights: [
        { from: [5, -4] as const, colour: rim, soft: 2 },
        { from: [-4, -3] as const, colour: '#3fae92', soft: 3 }
      ]
    })
    ctx.save()
    ctx.globalAlpha = 0.35
    ctx.filter = 'blur(7px)'
    ctx.translate(0, 2484)
    ctx.scale(1, -1)
    silhouette(ctx, [610, 1240], 640, suitMan(), paint('#0f4440'))
    silhouette(ctx, [275, 1240], 590, gownWoman({ hem: 0.01, proud: true, hair: 'long', wind: 0 }), paint('#0f4440'))
    ctx.restore()
    silhouette(ctx, [610, 1240], 690, suitMan(), paint('#c6ffe6'))
    silhouette(ctx, [275, 1240], 620, gownWoman({ hem: 0.0, proud: true, hair: 'long', wind: 0.01 }), paint('#d8fff0'))
  })
  stage.layer(0.92, ctx => {
    const d = createRandom(19)
    for (let i = 0; i < 13; i++)
      sheet(
        ctx,
        d.between(20, 880),
        d.between(240, 1330),
        d.between(44, 92),
        d.between(-1.4, 1.4),
        d.between(-0.35, 0.35),
        d.between(0.75, 1)
      )
    glow(ctx, [450, 700], 300, '#c6ffe6', 0.16)
  })
  stage.layer(1, ctx => {
    ctx.filter = 'blur(6px)'
    sheet(ctx, 90, 1400, 230, 0.5, 0.2, 0.9)
    sheet(ctx, 850, 260, 190, -0.7, -0.2, 0.75)
    ctx.filter = 'none'
    fillAll(
      ctx,
      linear(
        ctx,
        [0, 1300],
        [0, 1700],
        [
          [0, 'rgba(1,8,9,0)'],
          [1, fade('#010809', 0.8)]
        ]
      )
    )
  })
}
