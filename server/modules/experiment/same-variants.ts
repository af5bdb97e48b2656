import type { ExperimentVariant } from '../../db/schema/experiment-tables.js'

type Settings = Pick<
  ExperimentVariant,
  'start_drama_id' | 'start_episode_no' | 'free_episodes_override' | 'offer_id' | 'theme'
>

/** What a viewer of the variant gets, as a text that is equal for equal settings. */
function describeVariant(campaign: Settings, variant: Settings): string {
  const { start_drama_id, start_episode_no } = variant.start_drama_id === null ? campaign : variant
  const theme = Object.entries({ ...campaign.theme, ...variant.theme }).map(([name, value]) => [
    name,
    value.toLowerCase()
  ])
  return JSON.stringify([
    start_drama_id,
    start_drama_id === null ? null : (start_episode_no ?? 1),
    variant.free_episodes_override ?? campaign.free_episodes_override,
    variant.offer_id ?? campaign.offer_id,
    theme.sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
  ])
}

/** The places of two variants that show viewers the same. Null if all differ. */
export function findSameVariants(
  campaign: Settings,
  variants: readonly Settings[]
): { first: number; second: number } | null {
  const described = variants.map(variant => describeVariant(campaign, variant))
  const second = described.findIndex((text, index) => described.indexOf(text) < index)
  return second === -1 ? null : { first: described.indexOf(described[second] ?? ''), second }
}
