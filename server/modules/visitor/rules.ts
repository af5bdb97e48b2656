import { dramaId } from '../../../contract/drama.js'

/** The first screen a login asks for in the same round trip. */
export type FirstScreenRequest =
  | { screen: 'home' }
  | { screen: 'start' }
  | { screen: 'play'; dramaId: string; episodeNo: number }

/** Reads `home`, `start` or `play:<drama_id>:<no>`; anything else wants nothing. */
export function parseFirstScreen(want: string | undefined): FirstScreenRequest | null {
  if (want === 'home' || want === 'start') return { screen: want }
  const [screen, drama, no, ...rest] = (want ?? '').split(':')
  if (screen !== 'play' || rest.length > 0 || drama === undefined || !dramaId.safeParse(drama).success) return null
  return /^[1-9]\d{0,5}$/.test(no ?? '') ? { screen: 'play', dramaId: drama, episodeNo: Number(no) } : null
}

/** The landing address without its fragment and without characters that cannot be stored. */
export const landingUrlOf = (address: string | undefined) =>
  address === undefined ? null : storable(address).replace(/#.*$/s, '')

/** Only the host of the referrer is kept. */
export function referrerHostOf(referrer: string | undefined): string | null {
  return referrer !== undefined && URL.canParse(referrer) ? new URL(referrer).host : null
}

export const clickIdsOf = (clickIds: Record<string, string> | undefined) =>
  Object.fromEntries(Object.entries(clickIds ?? {}).map(([name, id]) => [storable(name), storable(id)]))

/** In characters. */
const LONGEST_PARAMETER = 512
const MOST_PARAMETERS = 16

/** What a landing address says of the advertisement that led there: click ids, and `utm_…` parameters without that. */
export function parametersOf(address: string | undefined) {
  const told = address !== undefined && URL.canParse(address) ? [...new URL(address).searchParams] : []
  const pick = (names: RegExp) =>
    Object.fromEntries(
      told
        .flatMap(([name, value]) => {
          const [, key] = names.exec(name) ?? []
          return key !== undefined && value !== '' ? [[key, storable(value.slice(0, LONGEST_PARAMETER))] as const] : []
        })
        .slice(0, MOST_PARAMETERS)
    )
  return { clickIds: pick(/^(fbclid|ttclid|gclid|clickid)$/), utm: pick(/^utm_(\w{1,32})$/) }
}

const storable = (text: string) => text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd')

const LEAST_SECRET = 32

/** A device secret counts only when it is long enough to be one. */
export const isDeviceSecret = (secret: string | undefined): secret is string =>
  secret !== undefined && secret.length >= LEAST_SECRET

/** What a visitor is called until they choose a name. */
export const visitorNickname = (userId: string) => `#${userId.slice(-6).toUpperCase()}`
