import { dramaId } from '../../../contract/drama.js'
import { replaceLoneSurrogates } from '../../lib/text.js'

export type FirstScreenRequest =
  | { screen: 'home' }
  | { screen: 'start' }
  | { screen: 'play'; dramaId: string; episodeNo: number }

export function parseFirstScreen(want: string | undefined): FirstScreenRequest | null {
  if (want === 'home' || want === 'start') return { screen: want }
  const [screen, drama, no, ...rest] = (want ?? '').split(':')
  if (screen !== 'play' || rest.length > 0 || drama === undefined || !dramaId.safeParse(drama).success) return null
  return /^[1-9]\d{0,5}$/.test(no ?? '') ? { screen: 'play', dramaId: drama, episodeNo: Number(no) } : null
}

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

const toStorableText = (text: string) => replaceLoneSurrogates(text.replaceAll('\0', ''))

const MIN_SECRET_LENGTH = 32

export const isDeviceSecret = (secret: string | undefined): secret is string =>
  secret !== undefined && secret.length >= MIN_SECRET_LENGTH

export const createVisitorNickname = (userId: string) => `#${userId.slice(-6).toUpperCase()}`
