import { ellipse, glow, limb, linear, type Stage, sky } from '../painting/canvas.js'
import { silhouette } from '../painting/figure.js'
import { coatWoman } from '../painting/people.js'
import { city, mist, moon, stars } from '../painting/scenery.js'
import { cat, frame, room, sleeper, sofa, wall } from '../props/sofa-room.js'

export const bossOnMySofa = (stage: Stage): void => {
  stage.layer(0, ctx => {
    sky(ctx, [
      [0, '#2b1a55'],
      [0.12, '#7d3f86'],
      [0.3, '#ff8f86'],
      [1, '#ffb98a']
    ])
    stars(ctx, 9, 80, 240)
    moon(ctx, [760, 110], 60, '#fff3dc', '#e79aa0')
  })
  stage.layer(0.15, ctx =>
    city(ctx, 5, 260, 150, 60, {
      wall: [
        [0, '#8f4a80'],
        [1, '#5f2f6e']
      ],
      lamp: '#ffe0a0',
      lit: 0.3
    })
  )
  stage.layer(0.4, room)
  stage.layer(0.55, ctx => {
    sofa(ctx)
    const lights = [
      { from: [5, -5] as const, colour: '#fff3cf', soft: 2 },
      { from: [-4, -3] as const, colour: '#ff9a86', soft: 3 }
    ]
    silhouette(ctx, [0, 0], 1, sleeper, {
      fill: [
        [0, '#3d1640'],
        [1, '#240c30']
      ],
      lights
    })
  })
  stage.layer(0.62, ctx => {
    const lights = [
      { from: [-5, -4] as const, colour: '#fff3cf', soft: 2 },
      { from: [4, -3] as const, colour: '#ff9a86', soft: 3 }
    ]
    silhouette(
      ctx,
      [640, 1070],
      560,
      coatWoman({ wind: 0 }),
      {
        fill: [
          [0, '#4a1a4c'],
          [0.4, '#6b2460'],
          [1, '#2a0f38']
        ],
        lights
      },
      true
    )
    silhouette(
      ctx,
      [566, 802],
      40,
      c => {
        c.fillRect(-0.5, -0.6, 0.8, 1)
        limb(c, [
          [0.3, -0.4, 0.16],
          [0.62, -0.3, 0.16],
          [0.6, 0.1, 0.16],
          [0.3, 0.2, 0.16]
        ])
      },
      {
        fill: [
          [0, '#ffffff'],
          [1, '#ffd0bf']
        ],
        lights: []
      }
    )
    ctx.strokeStyle = 'rgba(255,255,255,0.5)'
    ctx.lineWidth = 3
    for (const x of [552, 564, 576]) {
      ctx.beginPath()
      ctx.moveTo(x, 764)
      ctx.bezierCurveTo(x - 12, 744, x + 12, 728, x, 706)
      ctx.stroke()
    }
  })
  stage.layer(0.69, ctx => {
    wall(ctx)
    glow(ctx, [450, 660], 620, '#ffc48a', 0.25)
  })
  stage.layer(0.75, ctx => {
    frame(ctx)
    silhouette(ctx, [225, 1002], 150, cat, {
      fill: [
        [0, '#241030'],
        [1, '#180a24']
      ],
      lights: [{ from: [4, -4], colour: '#ffd9a8', soft: 2 }]
    })
    ctx.fillStyle = '#ffe27a'
    ellipse(ctx, 210, 897, 4, 6)
    ellipse(ctx, 236, 897, 4, 6)
    for (const [x, tall] of [
      [706, 120],
      [758, 86]
    ] as const) {
      ctx.fillStyle = '#d9694f'
      ctx.fillRect(x - 36, 944, 72, 56)
      ctx.fillStyle = '#ef8a66'
      ctx.fillRect(x - 41, 936, 82, 16)
      ctx.fillStyle = '#1f5a4a'
      for (let i = -4; i <= 4; i++)
        limb(ctx, [
          [x + i * 3, 940, 9],
          [x + i * 13, 940 - tall * 0.7, 17],
          [x + i * 21, 940 - tall + Math.abs(i) * 13, 3]
        ])
    }
  })
  stage.layer(0.95, ctx => {
    ctx.strokeStyle = '#2a1238'
    ctx.lineWidth = 3
    ctx.beginPath()
    ctx.moveTo(-120, 150)
    ctx.quadraticCurveTo(450, 330, 1020, 130)
    ctx.stroke()
    for (let i = 0; i < 15; i++) {
      const t = i / 14
      const x = -120 + 1140 * t
      const y = 150 * (1 - t) ** 2 + 2 * 330 * t * (1 - t) + 130 * t ** 2 + 16
      ctx.fillStyle = '#fff0c0'
      ellipse(ctx, x, y, 8, 11)
      glow(ctx, [x, y], 60, '#ffcf85', 0.6)
    }
    ctx.fillStyle = linear(
      ctx,
      [0, 1150],
      [0, 1650],
      [
        [0, 'rgba(30,12,48,0)'],
        [1, '#160a28']
      ]
    )
    ctx.fillRect(-120, 1150, 1140, 570)
    mist(ctx, 8, 1420, 150, '#8f4a90', 0.4)
  })
}
