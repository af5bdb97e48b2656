import { bossOnMySofa } from './dramas/boss-on-my-sofa.js'
import { exiledEmpress } from './dramas/exiled-empress.js'
import { gardenOfLies } from './dramas/garden-of-lies.js'
import { lastContract } from './dramas/last-contract.js'
import { lastTrain } from './dramas/last-train.js'
import { lisbonWaves } from './dramas/lisbon-waves.js'
import { promisedToTheWolf } from './dramas/promised-to-the-wolf.js'
import { redBalloon } from './dramas/red-balloon.js'
import { redSilk } from './dramas/red-silk.js'
import { secretHeiress } from './dramas/secret-heiress.js'
import { winterBride } from './dramas/winter-bride.js'
import { wrongRing } from './dramas/wrong-ring.js'
import type { Shot } from './painting/camera.js'
import type { Stage } from './painting/canvas.js'
import type { Drift } from './painting/particles.js'

export interface Scene {
  readonly paint: (stage: Stage) => void
  readonly drift: Drift
  /** Durations are multiples of two seconds, so that every cut begins a segment. */
  readonly shots: readonly (readonly [seconds: number, shot: Shot])[]
  readonly coverY: number
  readonly bannerY: number
}

type Framing = readonly [x: number, y: number, zoom: number]

const scene = (
  paint: Scene['paint'],
  drift: Drift,
  face: Framing,
  detail: Framing,
  heights: Framing = [760, 720, 790]
): Scene => ({
  paint,
  drift,
  coverY: heights[0],
  bannerY: heights[1],
  shots: [
    [4, { x: 450, y: heights[2], zoom: 1.1, dz: 0.1 }],
    [4, { x: face[0], y: face[1], zoom: face[2], dx: 60, dy: -12 }],
    [4, { x: detail[0], y: detail[1], zoom: detail[2], dx: -40, dy: -46 }],
    [6, { x: 450, y: heights[2] - 20, zoom: 1.3, dz: -0.13, dx: -36 }]
  ]
})

export const scenes: Readonly<Record<string, Scene>> = {
  'winter-bride': scene(winterBride, 'snow', [520, 740, 2.1], [450, 1120, 1.7]),
  'secret-heiress': scene(secretHeiress, 'dust', [450, 660, 2.2], [450, 380, 1.8]),
  'last-contract': scene(lastContract, 'dust', [600, 720, 1.9], [270, 800, 1.9]),
  'lisbon-waves': scene(lisbonWaves, 'fireflies', [380, 830, 2.2], [600, 620, 1.5]),
  'exiled-empress': scene(exiledEmpress, 'embers', [450, 770, 2.1], [230, 900, 1.7]),
  'last-train': scene(lastTrain, 'rain', [260, 900, 2], [640, 520, 1.8]),
  'red-silk': scene(redSilk, 'embers', [620, 760, 1.8], [420, 1000, 1.7]),
  'garden-of-lies': scene(gardenOfLies, 'fireflies', [450, 850, 1.9], [300, 1240, 1.7]),
  'promised-to-the-wolf': scene(promisedToTheWolf, 'fireflies', [450, 720, 1.9], [450, 1160, 2]),
  'boss-on-my-sofa': scene(bossOnMySofa, 'dust', [600, 700, 1.8], [260, 870, 2.1], [710, 690, 760]),
  'red-balloon': scene(redBalloon, 'petals', [600, 640, 1.9], [450, 1120, 1.9]),
  'wrong-ring': scene(wrongRing, 'dust', [450, 960, 2], [450, 520, 1.9])
}
