import { CPU_SLOWDOWN } from '../support/page-load.js'
import { formatTable, spreadOf } from '../support/statistics.js'
import type { PlaybackFigures, StartFigures } from './measure.js'
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
    `Starts of an episode of the film (<drama-app> / hls.js light with the widget's settings; medians, ${CPU_SLOWDOWN}x CPU)`,
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
    const watched = rounds.filter(({ widget }) => widget.playback)
    const pair = (read: (figures: StartFigures) => number, digits: number, of = rounds) => {
      const median = (player: 'widget' | 'bare') =>
        spreadOf(of.map(round => read(round[player]))).median.toFixed(digits)
      return `${median('widget')} / ${median('bare')}`
    }
    const watchedPair = (what: keyof PlaybackFigures, digits: number) =>
      pair(({ playback }) => playback?.[what] ?? Number.NaN, digits, watched)
    const ratio = spreadOf(rounds.map(({ widget, bare }) => widget.firstFrame / bare.firstFrame)).median
    return [
      scenario.name,
      pair(({ firstFrame }) => firstFrame, 0),
      ratio.toFixed(2),
      MAX_RATIO.toFixed(2),
      watchedPair('stalls', 0),
      watchedPair('stalled', 1),
      watchedPair('quality', 0),
      pair(({ kilobytes }) => kilobytes, 0)
    ]
  })
  const rounds = rows[0]?.rounds ?? []
  const watched = rounds.filter(({ widget }) => widget.playback).length
  const title = `${profile.name}: ${rounds.length} rounds, ${watched} of them watched for ${profile.watchedMs / 1000} s`
  return `\n${title}\n${formatTable([titles, ...cells])}`
}
