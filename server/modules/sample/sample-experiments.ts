import type { ExperimentGoal } from '../../db/schema/experiment-tables.js'
import { chooseVariant } from '../experiment/variant-choice.js'
import { CHANGED_CAMPAIGN, SAMPLE_DAYS, type SamplePeriod } from './audience.js'

interface SampleVariant {
  no: number
  share: number
  name: string
  startDramaId?: string
  startEpisodeNo?: number
  theme?: Record<string, string>
  /** Share of the visits that end before an episode starts, beyond the usual. */
  leaving: number
}

export interface SampleExperiment {
  id: string
  lpid: string
  name: string
  goal: ExperimentGoal
  from: Date
  /** Null while it runs. */
  to: Date | null
  variants: readonly SampleVariant[]
}

const DAY_MS = 86_400_000
export const ENDED_EXPERIMENT_CAMPAIGN = 'noiva-outono'

/** One that has found a difference, and one that runs. */
export function toSampleExperiments({ now }: Pick<SamplePeriod, 'now'>, dramaId: string): SampleExperiment[] {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  return [
    {
      id: 'x_5a3b1e0c0ffe0001',
      lpid: ENDED_EXPERIMENT_CAMPAIGN,
      name: 'Início ou primeiro episódio',
      goal: 'start_rate',
      from: daysAgo(SAMPLE_DAYS),
      to: daysAgo(1),
      variants: [
        { no: 1, share: 50, name: 'Página inicial', leaving: 0.42 },
        { no: 2, share: 50, name: 'Episódio 1', startDramaId: dramaId, startEpisodeNo: 1, leaving: 0 }
      ]
    },
    {
      id: 'x_5a3b1e0c0ffe0002',
      lpid: CHANGED_CAMPAIGN,
      name: 'Cores da rádio',
      goal: 'purchase_rate',
      from: daysAgo(SAMPLE_DAYS - 1),
      to: null,
      variants: [
        { no: 1, share: 50, name: 'Como está', leaving: 0 },
        {
          no: 2,
          share: 50,
          name: 'Turquesa',
          theme: { accent: '#2dd4bf', accent_strong: '#0f766e', accent_end: '#115e59' },
          leaving: 0
        }
      ]
    }
  ]
}

/** The experiment of which the visit is, with the variant of the viewer. */
export function findSampleVariant(
  experiments: readonly SampleExperiment[],
  { visitor, at }: { visitor: { id: string; lpid: string | null }; at: Date }
): { experiment: SampleExperiment; variant: SampleVariant } | null {
  for (const experiment of experiments) {
    const { id, lpid, from, to, variants } = experiment
    if (visitor.lpid !== lpid || at < from || (to !== null && at >= to)) continue
    const no = chooseVariant(id, variants, visitor.id)
    const variant = variants.find(candidate => candidate.no === no)
    if (variant !== undefined) return { experiment, variant }
  }
  return null
}
