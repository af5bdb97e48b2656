import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import type { CliResult } from '../cli/cli-command.js'
import { CliError, createUsageError } from '../cli/cli-error.js'
import { campaignFields } from './campaign-hints.js'
import { reasonHints } from './hints.js'
import { partnerFields } from './partner-hints.js'

interface OperatorCall {
  readonly method: string
  readonly path: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly file?: string
}

/** Throws `CliError` if the server refuses or does not answer. */
export async function sendCall(
  { method, path, fields, file }: OperatorCall,
  env: NodeJS.ProcessEnv
): Promise<CliResult> {
  const base = (env.OPERATOR_URL || 'http://localhost:8787').replace(/\/+$/, '')
  const headers = {
    Authorization: readKey(env),
    'X-Operator': readOperatorName(),
    'Content-Type': 'application/json'
  }
  const address = `${base}/operator/${path}`
  const query = method === 'GET' ? `?${new URLSearchParams(toParameters(fields))}` : ''
  const body = method === 'POST' ? JSON.stringify(fields) : undefined
  const response = await fetch(address + query, { method, headers, body }).catch(() => {
    const message = `no server answers at ${base}: is it running, and is OPERATOR_URL its address?`
    throw new CliError('no_server', message, { exitCode: 1 })
  })
  if (file !== undefined && response.ok) {
    const picture = Buffer.from(await response.arrayBuffer())
    await writeFile(file, picture)
    return { data: { file, bytes: picture.length }, text: `✓ ${file}` }
  }
  const envelope = await response.json().catch(() => null)
  if (envelope?.code === 200) return { data: envelope.data }
  if (typeof envelope?.code === 'number') throw createRefusal(path, envelope)
  const message = `${address} answered ${response.status}, and is not this server`
  throw new CliError('not_this_server', message, { exitCode: 1 })
}

function readKey(env: NodeJS.ProcessEnv): string {
  const key = env.OPERATOR_KEY
  if (key === undefined || key === '') throw createUsageError('no_operator_key', 'OPERATOR_KEY is not set')
  // Does not repeat the key, as an error of fetch would.
  if (!/^[\x20-\x7e]+$/.test(key))
    throw createUsageError('no_operator_key', 'OPERATOR_KEY: only letters, digits and signs of ASCII')
  return key
}

/** As the server accepts it. In a container the user may have no name. */
function readOperatorName(): string {
  try {
    const { username } = userInfo()
    return /^[A-Za-z0-9_ .@-]{1,64}$/.test(username) ? username : 'operator'
  } catch {
    return 'operator'
  }
}

const toParameters = (fields: OperatorCall['fields']) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  )

function createRefusal(path: string, { code, msg, data }: { code: number; msg: string; data: unknown }): CliError {
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
  return new CliError(code, msg, { exitCode: 1, data, hint: reasonHints[reason] ?? field ?? hintByCode[code] })
}
