// The APIs to which ad networks are sent events: https://developers.facebook.com/docs/marketing-api/conversions-api and
// https://business-api.tiktok.com/portal/docs?id=1771100865818625
import type { ConversionSettings } from '../../../config/config.js'
import type { AdNetwork } from '../../../db/schema/partner-tables.js'
import type { HttpCall } from '../http-call.js'
import type { ConversionEvent } from './conversion-event.js'

export interface NetworkTarget {
  pixelId: string
  token: string
  testCode: string | null
}

interface NetworkCalls {
  url(settings: ConversionSettings, pixelId: string): string
  /** `name` is the network's name of the event. */
  createCall(name: string, event: ConversionEvent, target: NetworkTarget): Omit<HttpCall, 'url'>
  /** Whether the network has taken the one event. `body` is the parsed response, if it is an object. */
  isTaken(status: number, body: Record<string, unknown>): boolean
}

const HEADERS = { 'User-Agent': 'Drama-Postback/1', Accept: 'application/json', 'Content-Type': 'application/json' }

const meta: NetworkCalls = {
  url: ({ metaApiBase }, pixelId) => `${metaApiBase}/${pixelId}/events`,
  createCall(name, event, { token, testCode }) {
    const { visitor, money, dramaId, orderNo } = event
    const data = {
      event_name: name,
      event_time: event.time,
      event_id: event.eventId,
      action_source: 'website',
      event_source_url: event.pageUrl,
      user_data: omitNull({
        client_user_agent: event.userAgent,
        fbp: visitor.fbp,
        fbc: visitor.fbc,
        em: event.emailHash && [event.emailHash],
        external_id: [event.externalIdHash]
      }),
      custom_data: omitNull({
        ...money,
        content_type: dramaId && 'product',
        content_ids: dramaId && [dramaId],
        order_id: orderNo
      })
    }
    // The token is in the body and not in the address, because addresses are logged on the way.
    const body = { data: [data], access_token: token, ...toTestCode(event, testCode) }
    return { method: 'POST', headers: HEADERS, body: JSON.stringify(body) }
  },
  isTaken: (status, { events_received }) => status === 200 && events_received === 1
}

const tiktok: NetworkCalls = {
  url: ({ tiktokApiBase }) => `${tiktokApiBase}/event/track/`,
  createCall(name, event, { pixelId, token, testCode }) {
    const { visitor, money, dramaId, orderNo } = event
    const data = {
      event: name,
      event_time: event.time,
      event_id: event.eventId,
      user: omitNull({
        user_agent: event.userAgent,
        ttp: visitor.ttp,
        ttclid: visitor.ttclid,
        email: event.emailHash,
        external_id: event.externalIdHash
      }),
      page: { url: event.pageUrl },
      properties: omitNull({
        ...money,
        content_type: dramaId && 'product',
        contents: dramaId && [{ content_id: dramaId, content_type: 'product' }],
        order_id: orderNo
      })
    }
    const body = { event_source: 'web', event_source_id: pixelId, data: [data], ...toTestCode(event, testCode) }
    return { method: 'POST', headers: { ...HEADERS, 'Access-Token': token }, body: JSON.stringify(body) }
  },
  // Errors have status 200 too, and another code.
  isTaken: (status, { code }) => status === 200 && code === 0
}

export const networkCalls: Record<AdNetwork, NetworkCalls> = { meta, tiktok }

/** Only tests have the code: TikTok keeps no event that has one, and Meta shows it apart. */
const toTestCode = ({ isTest }: ConversionEvent, testCode: string | null) =>
  isTest && testCode !== null ? { test_event_code: testCode } : {}

const omitNull = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
