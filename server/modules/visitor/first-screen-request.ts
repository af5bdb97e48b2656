import { dramaId } from '../../../contract/drama.js'

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
