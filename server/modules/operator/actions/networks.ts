import { isIP } from 'node:net'
import { sql } from 'kysely'
import { z } from 'zod'
import { createFieldError } from '../../../http/business-error.js'
import { readClientAddress } from '../../../http/client-address.js'
import { toAddressBlock } from '../../reward/earning/address-block.js'
import { computeNetwork } from '../../reward/earning/earner-origin.js'
import { isPaidOrder } from '../../reward/earning/person-proof.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'

const listRequest = z.object({ page_size: z.coerce.number().int().min(1).max(100).default(50) })

const listResponse = z.object({
  list: z.array(
    z.object({
      network: z.string(),
      addresses: z.string(),
      people: z.number().int().nullable(),
      bonus_waiting: z.number().int(),
      viewers: z.number().int(),
      devices: z.number().int(),
      browsers: z.number().int(),
      payers: z.number().int(),
      waiting_since: z.date().nullable()
    })
  )
})

/** Networks where bonus waits, the most first, and those that an operator has set. Amounts in bonus. */
export const listNetworksAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/network_list',
  roles: ['reviewer', 'analyst'],
  description: 'Lists networks where bonus waits, and those that an operator has set.',
  request: listRequest,
  response: listResponse,
  subject: null,
  run: async ({ db }, { page_size: size }) => {
    const { rows } = await sql<NetworkRow>`with waiting as (
        select user_id, bonus, earner, created_at from pending_earnings where paid_at is null and kind = 'task'
        union all
        select user_id, reward_bonus, earner, created_at from reward_submissions where status = 0
      ), summed as (
        select earner ->> 'network' as network, sum(bonus) as bonus, count(distinct user_id) as viewers,
          count(distinct earner ->> 'device') as devices, count(distinct earner ->> 'browser') as browsers,
          min(created_at) as waiting_since
        from waiting group by earner ->> 'network'
      )
      select left(network, 8) as network, block, people, coalesce(bonus, 0) as bonus, coalesce(viewers, 0) as viewers,
        coalesce(devices, 0) as devices, coalesce(browsers, 0) as browsers, waiting_since, (
          select count(distinct orders.user_id) from payer_scopes join orders using (order_no)
          where scope = 'network' and key = network and ${isPaidOrder}
        ) as payers
      from earning_networks left join summed using (network)
      where bonus is not null or people > 0
      order by bonus desc nulls last, network limit ${size}`.execute(db)
    const list = rows.map(({ network, block, people, waiting_since, ...counts }) => ({
      network,
      addresses: formatBlock(block),
      people: people === 0 ? null : people,
      bonus_waiting: Number(counts.bonus),
      viewers: Number(counts.viewers),
      devices: Number(counts.devices),
      browsers: Number(counts.browsers),
      payers: Number(counts.payers),
      waiting_since
    }))
    return { list }
  }
})

interface NetworkRow {
  network: string
  block: string
  people: number
  bonus: string
  viewers: string
  devices: string
  browsers: string
  payers: string
  waiting_since: Date | null
}

function formatBlock(block: string): string {
  if (block.includes(':')) return `${block}::/48`
  return /^\d/.test(block) ? `${block}.0/24` : block
}

const setRequest = z.object({
  /** An address of the network, or its block with the length of the prefix. */
  address: z.string().trim().max(64),
  /** 0: unknown again. */
  people: z.number().int().min(0).max(1_000_000)
})

const setResponse = z.object({ addresses: z.string(), people: z.number().int().nullable() })

export const setNetworkPeopleAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/network_set',
  roles: [],
  description: 'Says how many people share a network; 0 means unknown.',
  request: setRequest,
  response: setResponse,
  subject: ({ address }) => address,
  readState: readPeople,
  run: async ({ db, accountKeys, now }, { address: sent, people }) => {
    const address = parseNetwork(sent)
    if (address === null) throw createFieldError('address', 'not_network')
    const block = toAddressBlock(address)
    await db
      .insertInto('earning_networks')
      .values({ network: computeNetwork({ accountKeys, address }), block, people, seen_at: now })
      .onConflict(conflict => conflict.column('network').doUpdateSet({ people }))
      .execute()
    return { addresses: formatBlock(block), people: people === 0 ? null : people }
  }
})

/** An address of the network; null if it is none. */
function parseNetwork(sent: string): string | null {
  const [plain = '', prefix] = sent.split('/')
  const length = isIP(plain) === 4 ? '24' : '48'
  if (isIP(plain) === 0 || (prefix ?? length) !== length) return null
  return readClientAddress(plain, undefined, 0)
}

async function readPeople({ db, accountKeys }: OperatorContext, { address: sent }: z.output<typeof setRequest>) {
  const address = parseNetwork(sent)
  if (address === null) return null
  const row = await db
    .selectFrom('earning_networks')
    .select(['block', 'people'])
    .where('network', '=', computeNetwork({ accountKeys, address }))
    .executeTakeFirst()
  return row ?? null
}
