import { LPID_PATTERN } from '../../../contract/visitor.js'

export function parseLpid(sent: unknown): { lpid: string | null; isDropped: boolean } {
  if (sent === undefined || sent === null || sent === '') return { lpid: null, isDropped: false }
  if (typeof sent === 'string' && LPID_PATTERN.test(sent)) return { lpid: sent, isDropped: false }
  return { lpid: null, isDropped: true }
}
