import { film } from '../support/episodes.js'
import type { PageRecord } from '../support/in-page.js'
import { BUSY_LIMIT } from '../support/machine-load.js'
import { CPU_SLOWDOWN } from '../support/page-load.js'
import { formatTable, type Spread, spreadOf } from '../support/statistics.js'
import type { Boot } from './boot-bytes.js'
import type { Frames } from './dropped-frames.js'
import { type Race, type RacePlayer, timeOf } from './first-frame.js'
import type { ScriptCost } from './script-time.js'
import type { Swipe } from './swipe.js'
import type { ElementsCost } from './two-elements.js'
import { drawWaterfall, medianSight } from './waterfall.js'

const HOME_BUDGET = 42_000

export function reportBoot(boots: readonly Boot[]): string {
  const kilo = (bytes: number) => (bytes / 1000).toFixed(1)
  const rows = boots.map(({ build, what, bytes }) => [
    `${build}: ${what}`,
    ...[bytes.raw, bytes.gzip, bytes.brotli].map(kilo)
  ])
  const home = boots.find(({ build, what }) => build === 'script tag' && what === 'entry + Home')?.bytes.gzip ?? 0
  const share = `${((home / HOME_BUDGET) * 100).toFixed(0)} %`
  return [
    'Boot bytes (kB = 1000 bytes, every file packed by itself; React itself is not counted)',
    formatTable([['', 'raw', 'gzip 9', 'brotli 11'], ...rows]),
    `  entry + Home is ${share} of the budget of ${kilo(HOME_BUDGET)} kB gzip`
  ].join('\n')
}

export function summarize({ episode, network, rounds }: Race) {
  const timesOf = (player: RacePlayer) => rounds.map(({ loads }) => timeOf(loads[player]))
  const [widget, light, mp4] = [timesOf('widget'), timesOf('light'), timesOf('mp4')]
  const ratioTo = (others: readonly number[]) =>
    spreadOf(widget.map((time, round) => time / (others[round] ?? Number.NaN)))
  const received = (player: RacePlayer) =>
    spreadOf(rounds.map(({ loads }) => (loads[player]?.received ?? Number.NaN) / 1000))
  return {
    film: episode.name,
    network: network.name,
    widget: spreadOf(widget),
    light: spreadOf(light),
    mp4: spreadOf(mp4),
    ratio: ratioTo(light),
    ratioToMp4: ratioTo(mp4),
    mediaKilobytes: { widget: received('widget'), light: received('light'), mp4: received('mp4') },
    shifts: rounds.flatMap(({ loads }) => loads.widget?.shifts ?? []),
    busyRounds: rounds.filter(round => round.foreignLoad > BUSY_LIMIT).length
  }
}

export function reportRaces(races: readonly Race[]): string {
  const summaries = races.map(summarize)
  const count = races[0]?.rounds.length ?? 0
  const formatMp4 = (spread: Spread, digits: number) =>
    Number.isNaN(spread.median) ? '' : formatSpread(spread, digits)
  const rows = summaries.map((summary, index) => [
    `${summary.film}, ${summary.network}`,
    formatSpread(summary.widget, 0),
    formatSpread(summary.light, 0),
    formatMp4(summary.mp4, 0),
    formatSpread(summary.ratio, 2),
    (summary.film === 'film' && races[index]?.network.target?.toFixed(2)) || '',
    formatMp4(summary.ratioToMp4, 2),
    ...[summary.mediaKilobytes.widget, summary.mediaKilobytes.light].map(({ median }) => median.toFixed(0))
  ])
  const titles = ['', '<drama-app> with sign-in', 'hls.js light', 'MP4', 'of light', 'to reach', 'of MP4']
  const busy = summaries.reduce((sum, { busyRounds }) => sum + busyRounds, 0)
  return [
    `First frame of a play deep link (ms from navigation start; median, min–max of ${count} rounds, ${CPU_SLOWDOWN}x CPU; kB of media until then)`,
    formatTable([[...titles, 'kB', 'kB, light'], ...rows]),
    reportShifts(summaries.flatMap(summary => summary.shifts)),
    busy === 0
      ? 'Nobody else used the machine during the run.'
      : `NOTE: others used more than ${BUSY_LIMIT * 100} % of the machine in ${busy} of ${count * races.length} rounds; repeat the run.`
  ].join('\n')
}

export function reportPlayer(
  swipes: readonly Swipe[],
  scripts: readonly Record<'widget' | 'bare', ScriptCost>[]
): string {
  const row = (what: string, pairs: readonly { widget: number; bare: number }[], target: string) => [
    what,
    formatSpread(spreadOf(pairs.map(pair => pair.widget)), 1),
    formatSpread(spreadOf(pairs.map(pair => pair.bare)), 1),
    formatSpread(spreadOf(pairs.map(pair => pair.widget / pair.bare)), 2),
    target
  ]
  const costs = (unit: (cost: ScriptCost) => number) =>
    scripts.map(({ widget, bare }) => ({ widget: unit(widget), bare: unit(bare) }))
  return [
    `The player (median, min–max; swipes at ${CPU_SLOWDOWN}x CPU, scripts at the machine's own speed)`,
    formatTable([
      ['', 'widget', 'bare hls.js light', 'ratio', 'to reach'],
      row('swipe to a waiting episode, ms', swipes, '1.50'),
      row(
        'script time to the first frame, ms',
        costs(cost => cost.time),
        '60 ms'
      ),
      row(
        'heap at the first frame, MB',
        costs(cost => cost.heap / 1_000_000),
        '2 MB'
      )
    ]),
    `Tasks over 50 ms during ${swipes.length} swipes, and the second after: ${swipes.flatMap(({ tasks }) => tasks).join(', ') || 'none'}`
  ].join('\n')
}

/** The ratio compares medians, because single rounds of a few ms vary too much. */
export function reportElements(rounds: readonly Record<'one' | 'two', ElementsCost>[]): string {
  const row = (what: string, unit: (cost: ElementsCost) => number, digits: number) => {
    const [one, two] = [spreadOf(rounds.map(round => unit(round.one))), spreadOf(rounds.map(round => unit(round.two)))]
    return [what, formatSpread(two, digits), formatSpread(one, digits), (two.median / one.median).toFixed(2), '1.60']
  }
  return `Two elements of a page against one, until Home is there and the page at rest (median, min–max of ${rounds.length} rounds)
${formatTable([
  ['', 'two elements', 'one', 'ratio', 'to stay below'],
  row('script, kB', cost => cost.bytes / 1000, 1),
  row('script time, ms', cost => cost.time, 1),
  row('main thread, ms', cost => cost.thread, 0)
])}`
}

export function reportDroppedFrames(rounds: readonly Record<'widget' | 'bare', Frames>[]): string {
  const sum = (page: 'widget' | 'bare', what: keyof Frames) =>
    rounds.reduce((total, round) => total + round[page][what], 0)
  const formatShare = (page: 'widget' | 'bare') => `${sum(page, 'dropped')} of ${sum(page, 'total')}`
  return `Frames dropped in the first 8 s, the hand-over to hls.js among them: widget ${formatShare('widget')}, bare hls.js light ${formatShare('bare')}`
}

function reportShifts(shifts: PageRecord['shifts']): string {
  const worst = [...shifts].sort((a, b) => b.value - a.value)[0]
  if (!worst) return 'Layout shift of the host page: 0'
  const moved = worst.moved.join(', ') || 'nothing that can be named'
  return `Layout shift of the host page: ${shifts.length} times, up to ${worst.value.toFixed(4)} (${moved}); it must be 0`
}

const formatSpread = ({ median, min, max }: Spread, digits: number) =>
  `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`

export function reportWaterfalls(races: readonly Race[]): string {
  return races
    .filter(({ episode, network }) => episode === film && network.conditions)
    .map(({ network, rounds }) => {
      const sight = medianSight(rounds.flatMap(({ loads }) => loads.widget ?? []))
      return (
        sight &&
        `Requests before the first frame of the film, ${network.name}, frame at ${timeOf(sight).toFixed(0)} ms\n${drawWaterfall(sight)}`
      )
    })
    .join('\n\n')
}
