import type { ActionRequest } from '../../api/action-types.js'
import { type Experiment, goals, type Variant } from './experiment.js'

export const colourNames = ['accent', 'accent_strong', 'accent_end', 'surface', 'raised'] as const

/** Every field as text, empty where the variant has what the campaign has. */
export interface VariantValues {
  name: string
  share: string
  start_drama_id: string
  start_episode_no: string
  free_episodes_override: string
  offer_id: string
  theme: Record<string, string>
}

export interface ExperimentValues {
  name: string
  lpid: string
  goal: (typeof goals)[number]
  variants: VariantValues[]
}

export const MAX_VARIANTS = 4

export function createVariant(name: string, share: number): VariantValues {
  return {
    name,
    share: `${share}`,
    start_drama_id: '',
    start_episode_no: '',
    free_episodes_override: '',
    offer_id: '',
    theme: Object.fromEntries(colourNames.map(colour => [colour, '']))
  }
}

const toText = (value: string | number | null) => (value === null ? '' : `${value}`)

const toVariantValues = (variant: Variant): VariantValues => ({
  name: variant.name,
  share: `${variant.share}`,
  start_drama_id: toText(variant.start_drama_id),
  start_episode_no: toText(variant.start_episode_no),
  free_episodes_override: toText(variant.free_episodes_override),
  offer_id: toText(variant.offer_id),
  theme: { ...createVariant('', 0).theme, ...variant.theme }
})

/** `names` are those of the two variants of a new one. */
export const toValues = (experiment: Experiment | null, names: readonly [string, string]): ExperimentValues => ({
  name: experiment?.name ?? '',
  lpid: experiment?.lpid ?? '',
  goal: experiment?.goal ?? goals[0],
  variants: experiment?.variants.map(toVariantValues) ?? names.map(name => createVariant(name, 50))
})

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
const toNumber = (text: string) => (text.trim() === '' ? null : Number(text))

export const toRequest = ({
  name,
  lpid,
  goal,
  variants
}: ExperimentValues): ActionRequest<'/partner/experiment_save'> => ({
  name: name.trim(),
  lpid,
  goal,
  variants: variants.map(variant => ({
    name: variant.name.trim(),
    share: Number(variant.share),
    start_drama_id: orNull(variant.start_drama_id),
    start_episode_no: toNumber(variant.start_episode_no),
    free_episodes_override: toNumber(variant.free_episodes_override),
    offer_id: orNull(variant.offer_id),
    theme: Object.fromEntries(Object.entries(variant.theme).filter(([, value]) => value.trim() !== ''))
  }))
})

export const sumShares = (variants: readonly VariantValues[]): number =>
  variants.reduce((sum, { share }) => sum + (Number(share) || 0), 0)
