import { NO_CAMPAIGN } from '../campaign/attribution.js'
import type { PlaybackMeasures } from '../playback/playback-measures.js'
import {
  type Audience,
  audiences,
  findFreeEpisodes,
  findHabits,
  listVisitTimes,
  type SamplePeriod
} from './audience.js'
import { findSampleVariant, type SampleExperiment } from './sample-experiments.js'
import { type Draw, drawBetween, drawNormal, drawWeighted } from './seeded-draw.js'

/** Of a drama that viewers of the sample watch. */
export interface SampleDrama {
  id: string
  episodes: number
  freeCount: number
}

export interface SampleCatalogue {
  dramas: readonly SampleDrama[]
  /** By campaign. */
  freeEpisodes: ReadonlyMap<string, number>
  experiments: readonly SampleExperiment[]
}

export interface SampleVisitor {
  id: string
  lpid: string | null
  locale: string
  createdAt: Date
  lastVisitAt: Date
}

export interface SampleVisit {
  id: string
  visitor: SampleVisitor
  isKnown: boolean
  source: string
  country: string
  at: Date
}

export interface SampleFact {
  visitor: SampleVisitor
  lpid: string
  at: Date
  kind: 'view' | 'start' | 'q25' | 'q50' | 'q75' | 'complete' | 'paywall'
  drama_id: string
  episode_no: number
  utm_source: string
  country: string
}

export interface SampleCheckout {
  visitor: SampleVisitor
  drama: SampleDrama
  episodeNo: number
  at: Date
  isPaid: boolean
  /** Episodes that the viewer unlocks with what was paid. */
  unlocks: number
}

export interface SampleVisits {
  visitors: SampleVisitor[]
  visits: SampleVisit[]
  facts: SampleFact[]
  checkouts: SampleCheckout[]
}

export const SAMPLE_ID_PREFIX = 'sample_'
/** An odd number: multiplied by it, each number becomes another one of 32 bits. */
const SPREAD_FACTOR = 2_654_435_761
/** Ends in eight signs, by which the console and the app name a viewer. */
export const toSampleId = (no: number): string =>
  `${SAMPLE_ID_PREFIX}${(Math.imul(no, SPREAD_FACTOR) >>> 0).toString(16).padStart(8, '0')}`
const MAX_FREE_EPISODES = 12
const NEW_VISITOR_SHARE = 0.62
const MILESTONES = [
  ['q25', 0.88],
  ['q50', 0.9],
  ['q75', 0.92],
  ['complete', 0.93]
] as const
const EPISODE_MS = 70_000

/** Draws visits and what they do, and measures what their browsers would. */
export function drawVisits(
  period: SamplePeriod,
  { dramas, freeEpisodes, experiments }: SampleCatalogue,
  { draw, playback }: { draw: Draw; playback: Pick<PlaybackMeasures, 'add'> }
): SampleVisits {
  const all: SampleVisits = { visitors: [], visits: [], facts: [], checkouts: [] }
  for (const audience of audiences) {
    const regulars: SampleVisitor[] = []
    for (const at of listVisitTimes(audience, period, draw)) {
      const visitor = drawVisitor(audience, at, { draw, regulars, no: all.visitors.length + 1 })
      if (visitor.createdAt === at) all.visitors.push(visitor)
      const visit = {
        id: `${SAMPLE_ID_PREFIX}v${all.visits.length + 1}`,
        visitor,
        isKnown: visitor.createdAt !== at,
        source: drawWeighted(draw, audience.sources),
        country: drawWeighted(draw, audience.countries),
        at
      }
      all.visits.push(visit)
      const free = findFreeEpisodes(audience.lpid, at, { period, current: freeEpisodes })
      const leaving = findSampleVariant(experiments, visit)?.variant.leaving ?? 0
      actOut(all, visit, { audience, period, dramas, free, leaving, draw, playback })
    }
  }
  return all
}

function drawVisitor(
  { lpid, locale }: Audience,
  at: Date,
  { draw, regulars, no }: { draw: Draw; regulars: SampleVisitor[]; no: number }
): SampleVisitor {
  const known = regulars[Math.floor(draw() * regulars.length)]
  if (known !== undefined && draw() > NEW_VISITOR_SHARE) {
    known.lastVisitAt = at
    return known
  }
  const visitor = { id: toSampleId(no), lpid, locale, createdAt: at, lastVisitAt: at }
  regulars.push(visitor)
  return visitor
}

interface Act {
  audience: Audience
  period: SamplePeriod
  dramas: readonly SampleDrama[]
  /** Episodes that the campaign gives. */
  free: number
  /** Share of visits that end before an episode starts. */
  leaving: number
  draw: Draw
  playback: Pick<PlaybackMeasures, 'add'>
}

function actOut(
  all: SampleVisits,
  visit: SampleVisit,
  { audience, period, dramas, free, leaving, draw, playback }: Act
): void {
  const drama = drawWeighted(
    draw,
    dramas.map((one, index) => [one, 1 / (index + 1)] as const)
  )
  const freeCount = Math.max(drama.freeCount, free)
  const habits = findHabits(audience, visit.at, period)
  const { lpid } = audience
  const add = (kind: SampleFact['kind'], episodeNo: number, afterMs: number) => {
    const at = new Date(visit.at.getTime() + afterMs)
    if (at > period.now) return
    const { source, country } = lpid === null ? { source: '', country: '' } : visit
    const place = { drama_id: drama.id, episode_no: episodeNo }
    all.facts.push({
      visitor: visit.visitor,
      lpid: lpid ?? NO_CAMPAIGN,
      at,
      kind,
      ...place,
      utm_source: source,
      country
    })
  }
  if (draw() < 0.85) add('view', 0, 2_000)
  const wanted = Math.floor(-Math.log(1 - draw()) * habits.episodes + 0.5)
  const episodes = leaving > 0 && draw() < leaving ? 0 : Math.min(drama.episodes, freeCount, MAX_FREE_EPISODES, wanted)
  const watch = (no: number, startMs: number) => {
    add('start', no, startMs)
    measurePlay(playback, new Date(visit.at.getTime() + startMs), period, draw)
    let reachedMs = startMs
    for (const [mark, share] of MILESTONES) {
      if (draw() > share) break
      reachedMs += EPISODE_MS / 4
      add(mark, no, reachedMs)
    }
  }
  for (let no = 1; no <= episodes; no++) watch(no, 4_000 + (no - 1) * EPISODE_MS)
  const step = draw()
  const paywallNo = freeCount + 1
  const paywallMs = 6_000 + episodes * EPISODE_MS
  if (step < habits.paywalls && paywallNo <= drama.episodes) {
    add('paywall', paywallNo, paywallMs)
    const at = new Date(visit.at.getTime() + paywallMs + drawBetween(draw, 8_000, 90_000))
    const isPaid = step < habits.purchases
    if (step >= habits.checkouts || at >= period.now) return
    const unlocks = isPaid ? Math.min(drawBetween(draw, 1, 6), drama.episodes - paywallNo + 1) : 0
    all.checkouts.push({ visitor: visit.visitor, drama, episodeNo: paywallNo, at, isPaid, unlocks })
    const paidMs = at.getTime() - visit.at.getTime()
    for (let index = 0; index < unlocks; index++) watch(paywallNo + index, paidMs + 5_000 + index * EPISODE_MS)
  }
}

const MEDIAN_FIRST_FRAME_MS = 390
const SPREAD = 0.55

function measurePlay(
  playback: Pick<PlaybackMeasures, 'add'>,
  at: Date,
  { now, changedAt }: SamplePeriod,
  draw: Draw
): void {
  if (at > now) return
  const isSlowNetwork = draw() < 0.04
  const firstFrameMs = MEDIAN_FIRST_FRAME_MS * Math.exp(SPREAD * drawNormal(draw)) * (isSlowNetwork ? 6 : 1)
  const isExit = draw() < 0.02
  const hasStalled = draw() < (isSlowNetwork ? 0.7 : 0.12)
  // One bad hour in the evening of the day before.
  const isBadHour = Math.abs(at.getTime() - changedAt.getTime() - 9.5 * 3_600_000) < 1_800_000
  playback.add(
    {
      firstFramesMs: isExit ? [] : [Math.round(firstFrameMs)],
      rebufferRatios: isExit ? [] : [hasStalled ? 0.002 + draw() * 0.09 : 0],
      earlyExits: isExit ? 1 : 0,
      errorKinds: draw() < (isBadHour ? 0.2 : 0.012) ? [drawError(draw)] : []
    },
    at
  )
}

const drawError = (draw: Draw): string =>
  drawWeighted(draw, [
    ['playback:network', 6],
    ['network', 4],
    ['timeout', 2],
    ['playback:decode', 1],
    ['server', 1]
  ])
