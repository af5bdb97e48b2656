import type { RewardSettings } from '../../../config/config.js'

/** Whether somebody is in the channel; `unknown` where Telegram does not say. */
export type Membership = 'member' | 'absent' | 'unknown'

/** Asks Telegram. Calls go out into the world: never make one while a transaction is open. */
export interface TelegramClient {
  membershipOf(telegramId: string): Promise<Membership>
}

const TIMEOUT_MS = 4_000
const PERSON = /^\d{5,13}$/

/** The channel's members as a bot sees them; null where there is none. */
export function createTelegramClient({ telegramBot: bot }: RewardSettings): TelegramClient | null {
  if (bot === null) return null
  return {
    membershipOf: async telegramId => {
      // Telegram tells of people by number alone.
      if (!PERSON.test(telegramId)) return 'unknown'
      const body = JSON.stringify({ chat_id: bot.channel, user_id: Number(telegramId) })
      const headers = { 'Content-Type': 'application/json' }
      const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) }
      try {
        return membershipIn(await (await fetch(`${bot.apiBase}/bot${bot.token}/getChatMember`, init)).json())
      } catch {
        // The address holds the token: nothing of the error is told.
        return 'unknown'
      }
    }
  }
}

const inside = ['creator', 'administrator', 'member']
const outside = ['left', 'kicked']

function membershipIn(answer: { ok?: unknown; result?: { status?: unknown; is_member?: unknown } }): Membership {
  const { status, is_member: isMember } = answer.ok === true ? (answer.result ?? {}) : {}
  if (status === 'restricted') return isMember === true ? 'member' : 'absent'
  if (inside.some(one => one === status)) return 'member'
  return outside.some(one => one === status) ? 'absent' : 'unknown'
}
