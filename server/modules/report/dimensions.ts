import { BusinessError } from '../../http/business-error.js'

export const reportDimensions = ['day', 'hour', 'lpid', 'drama', 'episode', 'utm_source', 'country'] as const
export type ReportDimension = (typeof reportDimensions)[number]

/** `time` and `place` are the finer one if both of a kind are asked for: an hour has its day, an episode its drama. */
export interface ReportGrouping {
  asked: readonly ReportDimension[]
  time: 'day' | 'hour' | null
  place: 'drama' | 'episode' | null
  isByCampaign: boolean
  isByUtmSource: boolean
  isByCountry: boolean
}

const MAX_DIMENSIONS = 2

type GroupingProblem = 'not_a_dimension' | 'same_dimension' | 'too_many_dimensions'

/** Throws 4001 with a reason, and what is allowed. */
export function parseGrouping(text: string): ReportGrouping {
  const names = text.split(',').map(name => name.trim())
  const asked = names.map(name => reportDimensions.find(dimension => dimension === name) ?? refuse('not_a_dimension'))
  if (asked.length > MAX_DIMENSIONS) refuse('too_many_dimensions')
  const [first, second] = asked
  if (first === second) refuse('same_dimension')
  return {
    asked,
    time: asked.includes('hour') ? 'hour' : asked.includes('day') ? 'day' : null,
    place: asked.includes('episode') ? 'episode' : asked.includes('drama') ? 'drama' : null,
    isByCampaign: asked.includes('lpid'),
    isByUtmSource: asked.includes('utm_source'),
    isByCountry: asked.includes('country')
  }
}

function refuse(reason: GroupingProblem): never {
  throw new BusinessError(4001, { fields: ['group_by'], reason, allowed: reportDimensions, most: MAX_DIMENSIONS })
}

const KEY_FIELDS: Record<ReportDimension, readonly string[]> = {
  day: ['day', 'starts_at'],
  hour: ['hour', 'starts_at'],
  lpid: ['lpid', 'name'],
  drama: ['drama_id', 'title'],
  episode: ['drama_id', 'episode_no', 'title'],
  utm_source: ['utm_source'],
  country: ['country']
}

/** The fields that name a row, in the order in which they were asked for. */
export const listKeyFields = ({ asked }: Pick<ReportGrouping, 'asked'>): string[] => [
  ...new Set(asked.flatMap(dimension => KEY_FIELDS[dimension]))
]
