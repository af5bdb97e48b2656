// `npm run operator -- reward list` sends an operator command to the running server.
import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { rejectionReason } from '../../contract/reward.js'
import { campaignFields, parseCampaignCommand } from './campaign-commands.js'
import { formatUsage } from './commands.js'
import { reasonHints } from './hints.js'
import { createGetCall, createPostCall, type OperatorCall, OperatorCommandError } from './operator-call.js'
import { parsePartnerCommand, partnerFields } from './partner-commands.js'

const reasons = rejectionReason.options
const base = (process.env.OPERATOR_URL ?? 'http://localhost:8787').replace(/\/+$/, '')

function parseCommand([noun, verb, ...rest]: readonly string[]): OperatorCall | null {
  const [first, second, ...more] = rest
  const command = [noun, verb].filter(word => word !== undefined).join(' ')
  if (noun === 'campaign') return parseCampaignCommand([verb ?? '', ...rest])
  if (command === 'log') return createGetCall('log', {})
  if (command === 'product list' && first === undefined) return createGetCall('product_list', {})
  if (command === 'reward list' && /^[0-3]?$/.test(first ?? '') && more.length === 0) {
    return createGetCall('reward_list', { status: first || '0', ...(second && { cursor: second }) })
  }
  if (first === undefined) return null
  if (command === 'reward reject' && reasons.some(reason => reason === second)) {
    const note = more.length === 0 ? undefined : more.join(' ')
    return createPostCall('reward_review', { id: first, ok: false, reason: second, note })
  }
  if (command === 'reward image' && second !== undefined && more.length === 0) {
    return { ...createGetCall('reward_image', { id: first }), file: second }
  }
  if (second !== undefined) return null
  if (command === 'reward approve') return createPostCall('reward_review', { id: first, ok: true })
  if (command === 'drama publish') return createPostCall('drama_publish', { id: first })
  if (command === 'drama unpublish') return createPostCall('drama_unpublish', { id: first })
  if (command === 'order show') return createGetCall('order_show', { order_no: first })
  if (command === 'order refund') return createPostCall('order_refund', { order_no: first })
  return null
}

function explain(path: string, { code, msg, data }: { code: number; msg: string; data: unknown }): string {
  const { reason, fields = [] } = Object(data)
  const unknownHint =
    path === 'reward_image'
      ? 'this submission has no picture any more, or the server no OPERATOR_KEY'
      : 'does the server have an OPERATOR_KEY?'
  const hintByCode: Record<number, string | undefined> = {
    403: 'OPERATOR_KEY is not the one that the server has',
    404: unknownHint,
    4204: path === 'campaign_link' ? reasonHints.no_episode : 'there is no drama with this id',
    4301: 'there is no order with this number'
  }
  const field = /^(campaign|partner)/.test(path) ? { ...campaignFields, ...partnerFields }[fields[0]] : undefined
  const hint = reasonHints[reason] ?? field ?? hintByCode[code]
  return `✗ ${code} ${msg}${data === null ? '' : ` ${JSON.stringify(data)}`}${hint === undefined ? '' : `: ${hint}`}`
}

async function send({ method, path, fields, file }: OperatorCall, key: string): Promise<number> {
  const query = method === 'GET' ? `?${new URLSearchParams(fields as Record<string, string>)}` : ''
  const headers = { Authorization: key, 'X-Operator': userInfo().username, 'Content-Type': 'application/json' }
  const body = method === 'POST' ? JSON.stringify(fields) : undefined
  const address = `${base}/operator/${path}`
  const response = await fetch(address + query, { method, headers, body }).catch(() => null)
  if (response === null) {
    console.error(`✗ no server answers at ${base}: is it running, and is OPERATOR_URL its address?`)
    return 1
  }
  if (file !== undefined && response.ok) {
    await writeFile(file, Buffer.from(await response.arrayBuffer()))
    console.log(`✓ ${file}`)
    return 0
  }
  const envelope = await response.json().catch(() => null)
  if (envelope?.code === 200) {
    console.log(JSON.stringify(envelope.data, null, 2))
    return 0
  }
  const isEnvelope = typeof envelope?.code === 'number'
  console.error(
    isEnvelope ? explain(path, envelope) : `✗ ${address} answered ${response.status}, and is not this server`
  )
  return 1
}

function readCommand(): OperatorCall | undefined {
  const words = process.argv.slice(2)
  try {
    const call = parseCommand(words) ?? parsePartnerCommand(words)
    if (call !== null) return call
    console.error(formatUsage())
  } catch (error) {
    if (!(error instanceof OperatorCommandError)) throw error
    console.error(`✗ ${error.message}; npm run operator says how each command is used`)
  }
  return undefined
}

async function run(): Promise<number> {
  const call = readCommand()
  if (call === undefined) return 2
  const key = process.env.OPERATOR_KEY
  if (key === undefined || key === '') {
    console.error('✗ OPERATOR_KEY is not set')
    return 2
  }
  return send(call, key).catch(error => {
    console.error(`✗ ${error instanceof Error ? error.message : error}`)
    return 1
  })
}

process.exitCode = await run()
