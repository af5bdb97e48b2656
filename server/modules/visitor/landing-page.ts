import { replaceLoneSurrogates } from '../../lib/text.js'

export const parseLandingUrl = (address: string | undefined) =>
  address === undefined ? null : toStorableText(address).replace(/#.*$/s, '')

export function parseReferrerHost(referrer: string | undefined): string | null {
  return referrer !== undefined && URL.canParse(referrer) ? new URL(referrer).host : null
}

export const toStorableEntries = (clickIds: Record<string, string> | undefined) =>
  Object.fromEntries(Object.entries(clickIds ?? {}).map(([name, id]) => [toStorableText(name), toStorableText(id)]))

const MAX_PARAMETER_LENGTH = 512
const MAX_PARAMETERS = 16

export function parseAdParameters(address: string | undefined) {
  const parameters = address !== undefined && URL.canParse(address) ? [...new URL(address).searchParams] : []
  const pick = (names: RegExp) =>
    Object.fromEntries(
      parameters
        .flatMap(([name, value]) => {
          const [, key] = names.exec(name) ?? []
          return key !== undefined && value !== ''
            ? [[key, toStorableText(value.slice(0, MAX_PARAMETER_LENGTH))] as const]
            : []
        })
        .slice(0, MAX_PARAMETERS)
    )
  return { clickIds: pick(/^(fbclid|ttclid|gclid|clickid)$/), utm: pick(/^utm_(\w{1,32})$/) }
}

const MAX_SOURCE_LENGTH = 64

/** Names that differ in case or spaces are one source in the report. */
export const toUtmSource = (source: string | undefined) =>
  [...(source ?? '').trim().toLowerCase()].slice(0, MAX_SOURCE_LENGTH).join('').trim()

const toStorableText = (text: string) => replaceLoneSurrogates(text.replaceAll('\0', ''))
