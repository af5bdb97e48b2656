import { writeFile } from 'node:fs/promises'
import type { CliResult } from '../cli/cli-command.js'
import { CliError, createUsageError } from '../cli/cli-error.js'
import { formatAmounts } from './format-amounts.js'
import { fieldHints, reasonHints } from './hints.js'
import { type HttpResponse, sendHttpRequest } from './http-request.js'
import { readOperatorHeader } from './operator-name.js'

interface OperatorCall {
  readonly method: string
  readonly path: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly file?: string
  /** Also answered for partners. */
  readonly isForPartners?: boolean
}

/** Throws `CliError` if the server refuses or does not answer. */
export async function sendCall(call: OperatorCall, env: NodeJS.ProcessEnv): Promise<CliResult> {
  const { method, path, fields, file } = call
  const { api, key } = readKey(env, call.isForPartners === true)
  const address = new URL(`${readBase(env)}/${api}/${path}`)
  const headers = {
    Authorization: api === 'partner' ? `Bearer ${key}` : key,
    'X-Operator': readOperatorHeader(env),
    'Content-Type': 'application/json'
  }
  if (method === 'GET') address.search = new URLSearchParams(toParameters(fields)).toString()
  const body = method === 'POST' ? JSON.stringify(fields) : undefined
  const response = await sendHttpRequest(address, { method, headers, body }).catch(() => {
    const message = `no server answers at ${readBase(env)}: is it running, and is OPERATOR_URL its address?`
    throw new CliError('no_server', message, { exitCode: 1 })
  })
  if (file !== undefined && response.status === 200) {
    await writeFile(file, response.body).catch(error => {
      const reason = error.code === 'ENOENT' ? 'its folder does not exist' : error.message
      throw new CliError('not_written', `${file} cannot be written: ${reason}`, { exitCode: 1 })
    })
    return { data: { file, bytes: response.body.length }, text: `✓ ${file}` }
  }
  const envelope = parseEnvelope(response)
  if (envelope === null) {
    const target = response.location === undefined ? '' : ` with ${response.location}`
    const message = `${address.origin}${address.pathname} answered ${response.status}${target}, and is not this server`
    throw new CliError('not_this_server', message, { exitCode: 1 })
  }
  if (envelope.code !== 200) throw createRefusal(path, envelope)
  return { data: envelope.data, shown: formatAmounts(envelope.data) }
}

interface Envelope {
  readonly code: number
  readonly msg: string
  readonly data: unknown
}

function parseEnvelope({ body }: HttpResponse): Envelope | null {
  try {
    const envelope = JSON.parse(body.toString())
    return typeof envelope?.code === 'number' ? envelope : null
  } catch {
    return null
  }
}

function readBase(env: NodeJS.ProcessEnv): string {
  const base = env.OPERATOR_URL || 'http://localhost:8787'
  if (/^https?:\/\//.test(base) && URL.canParse(base)) return base.replace(/\/+$/, '')
  throw createUsageError('invalid_setting', 'OPERATOR_URL: an address that begins with http:// or https://')
}

/** The operator's key, or else that of a partner for what partners may send. */
function readKey(env: NodeJS.ProcessEnv, isForPartners: boolean): { api: 'operator' | 'partner'; key: string } {
  const isPartner = isForPartners && !env.OPERATOR_KEY && Boolean(env.DRAMA_KEY)
  const [api, name] = isPartner ? (['partner', 'DRAMA_KEY'] as const) : (['operator', 'OPERATOR_KEY'] as const)
  const key = env[name]
  if (key === undefined || key === '') {
    const names = isForPartners ? 'neither OPERATOR_KEY nor DRAMA_KEY is set' : 'OPERATOR_KEY is not set'
    throw createUsageError('no_operator_key', names)
  }
  // Does not repeat the key, as an error of fetch would.
  if (!/^[\x20-\x7e]+$/.test(key))
    throw createUsageError('no_operator_key', `${name}: only letters, digits and signs of ASCII`)
  return { api, key }
}

const toParameters = (fields: OperatorCall['fields']) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  )

function createRefusal(path: string, { code, msg, data }: Envelope): CliError {
  const { reason, fields = [] } = Object(data)
  const unknownHint =
    path === 'reward_image'
      ? 'there is no submission with this id, or its picture is deleted'
      : 'does the server have an OPERATOR_KEY?'
  const hintByCode: Record<number, string | undefined> = {
    403: 'OPERATOR_KEY is not the one that the server has, or DRAMA_KEY has ended',
    404: unknownHint,
    4204: path === 'campaign_link' ? reasonHints.no_episode : 'there is no drama with this id',
    4301: 'there is no order with this number'
  }
  const field = fieldHints[path.split('_')[0] ?? '']?.[fields[0]]
  return new CliError(code, msg, { exitCode: 1, data, hint: reasonHints[reason] ?? field ?? hintByCode[code] })
}
