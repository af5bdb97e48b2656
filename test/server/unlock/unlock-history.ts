import type { Kysely } from 'kysely'
import type { Database } from '../../../server/db/schema/schema.js'
import { createDraw, drawOne } from '../../support/seeded-random.js'
import { signIn } from '../support/api-client.js'
import type { LedgerAudit } from '../support/ledger-audit.js'
import { balanceOf, giveBonus, giveCoins } from '../support/money.js'
import type { TestServer } from '../support/open-test-server.js'

/** A decision of one client, which repeats the request until a response arrives. */
export interface Decision {
  key: string
  path: '/drama/unlock' | '/drama/unlock_to'
  body: object
  sent: number
  unknown: number
  answer: { code: number; data: Answered } | null
}

interface Answered {
  unlock?: Paid
  unlocked?: Paid[]
  balance?: { coins: number; bonus: number }
}

interface Paid {
  episode_id: string
  coins_paid: number
  bonus_paid: number
}

export interface ClientHistory {
  userId: string
  token: string
  coins: number
  bonus: number
  decisions: Decision[]
}

interface HeldUnlock {
  episode_id: string
  coins_paid: number
  bonus_paid: number
  idempotency_key: string
}

interface StoredWallet {
  coins: number
  bonus: number
  unlocks: HeldUnlock[]
  answers: { key: string; answer: string }[]
}

export interface ServerState {
  origin: Promise<string>
  answered: number
  isClosing: boolean
}

const RANGE = 4

export async function unlockEpisodes(
  front: ServerState,
  history: ClientHistory,
  seed: number,
  price: number
): Promise<void> {
  const draw = createDraw(seed)
  const old: Decision[] = history.decisions
  for (let no = 2; !front.isClosing; ) {
    const count = draw() < 0.2 ? RANGE : 1
    const decision: Decision = {
      key: `${history.userId.slice(0, 20)}-decision-${old.length}`,
      sent: 0,
      unknown: 0,
      answer: null,
      ...(count === 1
        ? { path: '/drama/unlock', body: { episode_id: `e_long_${no}`, expect_price: price } }
        : {
            path: '/drama/unlock_to',
            body: { drama_id: 'd_long', to_no: no + RANGE - 1, expect_price: RANGE * price }
          })
    }
    old.push(decision)
    await decide(front, history, decision)
    if (decision.answer?.code === 200) no += count
    // Repeats an old decision: a new server must return the same response.
    if (draw() < 0.1) await decide(front, history, drawOne(draw, old))
  }
}

async function decide(front: ServerState, { token }: ClientHistory, decision: Decision): Promise<void> {
  const { path, body, key } = decision
  const headers = { Authorization: token, 'Content-Type': 'application/json', 'Idempotency-Key': key }
  for (;;) {
    const origin = await front.origin
    decision.sent += 1
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const reply = await fetch(`${origin}${path}`, init)
      .then(async response => ({ status: response.status, answer: await response.json() }))
      .catch(() => null)
    // No response, 429 and 503 all mean: try again. Any other response is an answer or an error.
    if (reply === null || reply.status === 429 || reply.status === 503) {
      decision.unknown += 1
      continue
    }
    const { status, answer } = reply
    if (status !== 200) throw new Error(`${key} was answered HTTP ${status}`)
    const again = decision.answer
    if (again !== null && JSON.stringify(again) !== JSON.stringify({ code: answer.code, data: answer.data })) {
      throw new Error(`two answers to ${key}: ${JSON.stringify(again)}, ${JSON.stringify(answer)}`)
    }
    decision.answer = { code: answer.code, data: answer.data }
    front.answered += 1
    return
  }
}

/** Signs in a viewer with money who has decided nothing yet. */
export async function openHistory(
  server: TestServer,
  { coins, bonus, login = {} }: { coins: number; bonus: number; login?: object }
): Promise<ClientHistory> {
  const { userId, token } = await signIn(server, login)
  await giveCoins(server, userId, coins)
  await giveBonus(server, userId, bonus)
  return { userId, token: token ?? '', coins, bonus, decisions: [] }
}

export async function findAllContradictions(db: Kysely<Database>, histories: readonly ClientHistory[]) {
  const faults: string[] = []
  for (const history of histories)
    faults.push(...findContradictions(history, await readStoredWallet(db, history.userId)))
  return faults
}

async function readStoredWallet(db: Kysely<Database>, userId: string): Promise<StoredWallet> {
  const unlocks = await db
    .selectFrom('unlocks')
    .innerJoin('ledger_txns', join =>
      join.onRef('ledger_txns.user_id', '=', 'unlocks.user_id').onRef('ledger_txns.seq', '=', 'unlocks.ledger_seq')
    )
    .select(['episode_id', 'coins_paid', 'bonus_paid', 'idempotency_key'])
    .where('unlocks.user_id', '=', userId)
    .execute()
  const answers = await db
    .selectFrom('idempotent_answers')
    .select(['key', 'answer'])
    .where('user_id', '=', userId)
    .execute()
  return { ...(await balanceOf(db, userId)), unlocks, answers }
}

function findContradictions(history: ClientHistory, held: StoredWallet): string[] {
  const faults: string[] = []
  const answersByKey = new Map(held.answers.map(({ key, answer }) => [key, answer]))
  const expected = new Map<string, string>()
  let { coins, bonus } = history
  for (const { key, answer } of history.decisions) {
    if (answer === null) faults.push(`${key} was never answered`)
    if (answer === null || answersByKey.get(key) !== JSON.stringify(answer))
      faults.push(`${key} is not kept as it was answered`)
    if (answer?.code !== 200) faults.push(`${key} was answered ${answer?.code}`)
    const paid = answer?.data.unlocked ?? (answer?.data.unlock === undefined ? [] : [answer.data.unlock])
    for (const { episode_id, coins_paid, bonus_paid } of paid) {
      if (expected.has(episode_id)) faults.push(`${episode_id} was sold twice`)
      expected.set(episode_id, JSON.stringify([coins_paid, bonus_paid, `request:${key}`]))
      coins -= coins_paid
      bonus -= bonus_paid
    }
    const after = answer?.data.balance
    if (after?.coins !== coins || after.bonus !== bonus)
      faults.push(`${key} left ${JSON.stringify(after)}, not ${coins} and ${bonus}`)
  }
  for (const one of held.unlocks) {
    const found = JSON.stringify([one.coins_paid, one.bonus_paid, one.idempotency_key])
    if (expected.get(one.episode_id) !== found) faults.push(`nobody was told of ${one.episode_id}: ${found}`)
    expected.delete(one.episode_id)
  }
  for (const lost of expected.keys()) faults.push(`${lost} was answered and is lost`)
  if (answersByKey.size !== history.decisions.length)
    faults.push(`${answersByKey.size} answers for ${history.decisions.length} decisions`)
  if (held.coins !== coins || held.bonus !== bonus) faults.push(`${held.coins} coins, not ${coins}`)
  return faults.map(fault => `${history.userId}: ${fault}`)
}

export function describeHistory(histories: readonly ClientHistory[], audit: LedgerAudit): string {
  const decisions = histories.flatMap(history => history.decisions)
  const sum = (name: 'sent' | 'unknown') => decisions.reduce((total, decision) => total + decision[name], 0)
  return `${decisions.length} decisions, sent ${sum('sent')} times, ${sum('unknown')} without an answer; ${audit.transactions} transactions`
}
