import type { RewardSettings } from '../../../config/config.js'
import { withSpan } from '../../../lib/tracing.js'

export type Membership = 'member' | 'absent' | 'unknown'

/** Calls Telegram: never use it inside a transaction. */
export interface TelegramClient {
  membershipOf(telegramId: string): Promise<Membership>
}

const TIMEOUT_MS = 4_000
const TELEGRAM_SPAN = { kind: 'client', attributes: { 'peer.service': 'telegram' } } as const
const USER_ID_PATTERN = /^\d{5,13}$/

export function createTelegramClient({ telegramBot: bot }: RewardSettings): TelegramClient | null {
  if (bot === null) return null
  return {
    membershipOf: async telegramId => {
      // Telegram finds users only by their number.
      if (!USER_ID_PATTERN.test(telegramId)) return 'unknown'
      const body = JSON.stringify({ chat_id: bot.channel, user_id: Number(telegramId) })
      const headers = { 'Content-Type': 'application/json' }
      const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) }
      try {
        const ask = async () => (await fetch(`${bot.apiBase}/bot${bot.token}/getChatMember`, init)).json()
        return toMembership(await withSpan('telegram', TELEGRAM_SPAN, ask))
      } catch {
        // Does not log the error, because its URL contains the token.
        return 'unknown'
      }
    }
  }
}

const MEMBER_STATUSES = ['creator', 'administrator', 'member']
const ABSENT_STATUSES = ['left', 'kicked']

function toMembership(response: { ok?: unknown; result?: { status?: unknown; is_member?: unknown } }): Membership {
  const { status, is_member: isMember } = response.ok === true ? (response.result ?? {}) : {}
  if (status === 'restricted') return isMember === true ? 'member' : 'absent'
  if (MEMBER_STATUSES.some(one => one === status)) return 'member'
  return ABSENT_STATUSES.some(one => one === status) ? 'absent' : 'unknown'
}
