import type { Kysely } from 'kysely'
import type { ConversionSettings } from '../../../config/config.js'
import type { AdNetwork } from '../../../db/schema/partner-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import type { OutboxRow } from '../../../db/schema/store-tables.js'
import { type CallPolicy, type CallResult, callUrl, toOneLine } from '../http-call.js'
import { formatCallResult } from '../send-postback.js'
import { readConversionEvent } from './conversion-event.js'
import { networkCalls } from './network-calls.js'
import { findNetworkEvent } from './network-events.js'

export type ConversionDelivery = OutboxRow & {
  network: AdNetwork
  token: string
  test_code: string | null
  pixel_id: string | null
}

/** `notSent` is final: trying again would not help. */
export type ConversionResult =
  | { type: 'notSent'; reason: string }
  | { type: 'sent'; isTaken: boolean; summary: string; answered: number | string }

const MAX_BYTES = 4_096
/** Both networks refuse older events. */
const MAX_EVENT_AGE_MS = 7 * 86_400_000

export interface ConversionContext {
  db: Kysely<Database>
  conversions: ConversionSettings
  policy: CallPolicy
  now: Date
}

export async function sendConversion(
  { db, conversions, policy, now }: ConversionContext,
  delivery: ConversionDelivery
): Promise<ConversionResult> {
  const { event: eventName, network, token, pixel_id: pixelId, test_code: testCode } = delivery
  const name = findNetworkEvent(eventName, network)
  if (name === undefined) return { type: 'notSent', reason: 'the network has no name for this event' }
  if (pixelId === null) return { type: 'notSent', reason: 'the campaign has no pixel id' }
  const event = await readConversionEvent(db, delivery)
  if (event === null) return { type: 'notSent', reason: 'the viewer has not agreed, or the page is unknown' }
  if (event.isTest && testCode === null) return { type: 'notSent', reason: 'a test, and no test code is set' }
  if (now.getTime() - event.time * 1000 > MAX_EVENT_AGE_MS) return { type: 'notSent', reason: 'older than 7 days' }
  const { url, createCall, isTaken } = networkCalls[network]
  const call = { url: url(conversions, pixelId), ...createCall(name, event, { pixelId, token, testCode }) }
  const result = await callUrl(call, { ...policy, maxBytes: MAX_BYTES })
  return {
    type: 'sent',
    isTaken: result.type === 'answered' && isTaken(result.status, parseObject(result.text)),
    summary: summarize(result, token),
    answered: result.type === 'answered' ? result.status : result.reason
  }
}

/** What a network is sent, without the token and without the hashes that name a person; null if it is sent nothing. */
export async function formatConversionBody(
  db: Kysely<Database>,
  { event: eventName, network, pixel_id: pixelId, test_code: testCode, ...row }: ConversionDelivery
): Promise<string | null> {
  const name = findNetworkEvent(eventName, network)
  const event = await readConversionEvent(db, { ...row, event: eventName })
  if (name === undefined || pixelId === null || event === null) return null
  const shown = { ...event, emailHash: event.emailHash && HIDDEN, externalIdHash: HIDDEN }
  const { body } = networkCalls[network].createCall(name, shown, { pixelId, token: HIDDEN, testCode })
  return typeof body === 'string' ? body : null
}

const HIDDEN = '…'

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Removes the token, because Meta repeats a token that it cannot read. */
function summarize(result: CallResult, token: string): string {
  if (result.type === 'failed') return result.reason
  return formatCallResult({ ...result, text: toOneLine(result.text.replaceAll(token, '…')) })
}
