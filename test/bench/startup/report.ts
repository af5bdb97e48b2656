import { CPU_SLOWDOWN } from '../support/page-load.js'
import { formatTable, spreadOf } from '../support/statistics.js'
import type { StartFigures } from './measure.js'
import type { NetworkProfile } from './network-profiles.js'
import type { Scenario } from './scenarios.js'

/** Of the first frame to that of hls.js. */
const MAX_RATIO = 0.6

export interface StartRow {
  scenario: Scenario
  profile: NetworkProfile
  rounds: Record<'widget' | 'bare', StartFigures>[]
}

export function reportStarts(rows: readonly StartRow[], foreignLoads: number): string {
  const profiles = [...new Set(rows.map(({ profile }) => profile))]
  const tables = profiles.map(profile =>
    reportProfile(
      profile,
      rows.filter(row => row.profile === profile)
    )
  )
  return [
    `Starts of an episode of the film (<drama-app> / hls.js light with the widget's settings; medians of ${rows[0]?.rounds.length ?? 0} rounds, ${CPU_SLOWDOWN}x CPU)`,
    'First frame: from navigation start or from the action. Quality: mean kbit/s of what was shown. kB: media received until the first frame.',
    ...tables,
    foreignLoads === 0
      ? 'Nobody else used the machine during the run.'
      : `NOTE: others used the machine before ${foreignLoads} starts; repeat the run.`
  ].join('\n')
}

function reportProfile(profile: NetworkProfile, rows: readonly StartRow[]): string {
  const titles = ['', 'first frame, ms', 'ratio', 'to reach', 'stalls', 's stalled', 'kbit/s', 'kB']
  const cells = rows.map(({ scenario, rounds }) => {
    const medianOf = (player: 'widget' | 'bare', what: keyof StartFigures) =>
      spreadOf(rounds.map(round => round[player][what])).median
    const pair = (what: keyof StartFigures, digits: number) =>
      `${medianOf('widget', what).toFixed(digits)} / ${medianOf('bare', what).toFixed(digits)}`
    const ratio = spreadOf(rounds.map(({ widget, bare }) => widget.firstFrame / bare.firstFrame)).median
    return [
      scenario.name,
      pair('firstFrame', 0),
      ratio.toFixed(2),
      MAX_RATIO.toFixed(2),
      pair('stalls', 0),
      pair('stalled', 1),
      pair('quality', 0),
      pair('kilobytes', 0)
    ]
  })
  return `\n${profile.name}, watched for ${profile.watchedMs / 1000} s\n${formatTable([titles, ...cells])}`
}
