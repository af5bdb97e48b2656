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

/** Two seconds that an episode begins with. */
export interface HookShot {
  readonly shot: Shot
  /** Depths of the layers that are sharp. */
  readonly focus: readonly [from: number, to: number]
}

export interface Scene {
  readonly paint: (stage: Stage) => void
  readonly drift: Drift
  /** Durations are multiples of two seconds, so that every cut begins a segment. */
  readonly shots: readonly (readonly [seconds: number, shot: Shot])[]
  readonly hooks: readonly [HookShot, HookShot]
  readonly coverY: number
  readonly bannerY: number
}

type Framing = readonly [x: number, y: number, zoom: number]

const figures: HookShot['focus'] = [0.68, 0.95]

/** The camera moves towards what it shows and comes to rest. */
const closeUp = ([x, y, zoom]: Framing, focus: HookShot['focus'] = figures): HookShot => ({
  focus,
  shot: { x, y, zoom, dx: 24, dy: -24, dz: 0.24 }
})

/** The camera moves along what it shows and comes to rest. */
const glide = ([x, y, zoom]: Framing, dx: number, dy: number, focus: HookShot['focus'] = figures): HookShot => ({
  focus,
  shot: { x, y, zoom, dx, dy, dz: 0.06 }
})

const scene = (
  paint: Scene['paint'],
  drift: Drift,
  face: Framing,
  detail: Framing,
  hooks: Scene['hooks'],
  heights: Framing = [760, 720, 790]
): Scene => ({
  paint,
  drift,
  hooks,
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
  'winter-bride': scene(
    winterBride,
    'snow',
    [520, 740, 2.1],
    [450, 1120, 1.7],
    [closeUp([455, 700, 4]), glide([505, 690, 3.2], 50, -30)]
  ),
  'secret-heiress': scene(
    secretHeiress,
    'dust',
    [450, 660, 2.2],
    [450, 380, 1.8],
    [closeUp([450, 640, 4]), glide([450, 580, 4.8], 36, -20)]
  ),
  'last-contract': scene(
    lastContract,
    'dust',
    [600, 720, 1.9],
    [270, 800, 1.9],
    [closeUp([590, 710, 3.6]), glide([260, 760, 3.6], 40, -30)]
  ),
  'lisbon-waves': scene(
    lisbonWaves,
    'fireflies',
    [380, 830, 2.2],
    [600, 620, 1.5],
    [closeUp([358, 780, 3.9]), glide([390, 890, 4.8], 36, -20)]
  ),
  'exiled-empress': scene(
    exiledEmpress,
    'embers',
    [450, 770, 2.1],
    [230, 900, 1.7],
    [closeUp([450, 770, 3.7]), glide([470, 720, 4.6], 30, -20)]
  ),
  'last-train': scene(
    lastTrain,
    'rain',
    [260, 900, 2],
    [640, 520, 1.8],
    [closeUp([250, 860, 3.7]), closeUp([700, 430, 3.2], [0.5, 0.6])]
  ),
  'red-silk': scene(
    redSilk,
    'embers',
    [620, 760, 1.8],
    [420, 1000, 1.7],
    [closeUp([720, 930, 2.8]), glide([440, 960, 3], 50, -30)]
  ),
  'garden-of-lies': scene(
    gardenOfLies,
    'fireflies',
    [450, 850, 1.9],
    [300, 1240, 1.7],
    [closeUp([575, 790, 3.8]), glide([440, 800, 3.2], 190, -20)]
  ),
  'promised-to-the-wolf': scene(
    promisedToTheWolf,
    'fireflies',
    [450, 720, 1.9],
    [450, 1160, 2],
    [closeUp([450, 720, 3.2]), glide([450, 1110, 3.5], 30, -30)]
  ),
  'boss-on-my-sofa': scene(
    bossOnMySofa,
    'dust',
    [600, 700, 1.8],
    [260, 870, 2.1],
    [closeUp([640, 690, 3.6], [0.5, 0.72]), glide([235, 870, 3.8], 40, -20)],
    [710, 690, 760]
  ),
  'red-balloon': scene(
    redBalloon,
    'petals',
    [600, 640, 1.9],
    [450, 1120, 1.9],
    [closeUp([600, 640, 3.2]), glide([510, 1010, 4], 40, -20)]
  ),
  'wrong-ring': scene(
    wrongRing,
    'dust',
    [450, 960, 2],
    [450, 520, 1.9],
    [closeUp([450, 860, 3.6]), closeUp([450, 490, 3.2], [0.4, 0.6])]
  )
}
