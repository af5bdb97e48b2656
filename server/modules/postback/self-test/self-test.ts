import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { lpid } from '../../../../contract/visitor.js'
import type { PostbackRow } from '../../../db/schema/partner-tables.js'
import { type OwnCampaign, readOwnCampaigns } from '../../partner/own-campaigns.js'
import { definePartnerAction, type PartnerContext } from '../../partner/partner-action.js'
import type { CallResult } from '../http-call.js'
import { formatCallResult, isAccepted, sendPostback } from '../send-postback.js'
import { type MacroValues, removeQuery } from '../url-template.js'
import { checkHostPage, type SelfTestCheck } from './page-check.js'
import { selfTestCodes } from './self-test-codes.js'

const testRequest = z.object({ lpid, page: z.string().max(2000).optional() })

const testResponse = z.object({
  lpid: z.string(),
  ok: z.boolean(),
  checks: z.array(
    z.object({
      name: z.string(),
      ok: z.boolean(),
      code: z.enum(selfTestCodes),
      values: z.record(z.string(), z.string()),
      detail: z.string()
    })
  ),
  server_time: z.number().int()
})

export const selfTestAction = definePartnerAction({
  method: 'POST',
  path: '/partner/selftest',
  description:
    'Checks campaign, first drama, script, the partner’s page (script tag, element, campaign, Content-Security-Policy), postbacks (with a signed event `test`), signatures and clock. Returns a list of `{ name, ok, code, values, detail }`; `detail` is English. 6 a minute.',
  request: testRequest,
  response: testResponse,
  run: async (context, { lpid, page }) => {
    await context.limits.partnerSelfTest.take(context.partner.id)
    const [campaign] = await readOwnCampaigns(context, lpid)
    if (campaign === undefined) throw new Error('a campaign that is asked for by name is there or refused')
    const tests = Promise.all([
      testPostbacks(context, await loadPostbacks(context, lpid)),
      checkHostPage(context, lpid, page)
    ])
    const [results, pageChecks] = await context.trackExternalWait(tests)
    const checks = [
      checkActive(campaign),
      await checkStart(context, lpid),
      checkScript(context),
      ...pageChecks,
      ...checkPostbacks(results),
      ...checkSignatures(results),
      checkClock(context, results)
    ]
    return { lpid, ok: checks.every(({ ok }) => ok), checks, server_time: context.now.getTime() }
  }
})

function checkActive({ lpid, status }: OwnCampaign): SelfTestCheck {
  const detail =
    status === 'active' ? `${lpid} is active.` : `${lpid} is closed: visitors land, its settings do not hold.`
  const ok = status === 'active'
  return { name: 'campaign', ok, code: ok ? 'campaign_active' : 'campaign_closed', values: { lpid }, detail }
}

async function checkStart({ db }: PartnerContext, lpid: string): Promise<SelfTestCheck> {
  const name = 'start_drama'
  const row = await db
    .selectFrom('campaigns')
    .leftJoin('dramas', join => join.onRef('dramas.id', '=', 'start_drama_id').on('dramas.status', '=', 'online'))
    .leftJoin('episodes', join =>
      join
        .onRef('episodes.drama_id', '=', 'dramas.id')
        .on(({ eb, ref, fn }) => eb('episodes.no', '=', fn.coalesce(ref('start_episode_no'), eb.lit(1))))
        .on('episodes.status', '=', 'online')
    )
    .select(['start_drama_id', 'start_episode_no', 'dramas.id as drama', 'episodes.id as episode'])
    .where('campaigns.lpid', '=', lpid)
    .executeTakeFirst()
  const { start_drama_id: start = null, start_episode_no: no = null, drama = null, episode = null } = row ?? {}
  if (start === null)
    return { name, ok: true, code: 'start_home', values: {}, detail: 'Visitors land on Home: no drama is set.' }
  if (drama === null) {
    return {
      name,
      ok: false,
      code: 'start_drama_offline',
      values: { drama: start },
      detail: `${start} is not online: visitors would land on an error.`
    }
  }
  const ok = episode !== null
  const place = `episode ${no ?? 1} of ${start}`
  return {
    name,
    ok,
    code: ok ? 'start_online' : 'start_episode_offline',
    values: { drama: start, no: String(no ?? 1) },
    detail: `${place} is ${ok ? '' : 'not '}online.`
  }
}

function checkScript({ config, origin }: PartnerContext): SelfTestCheck {
  const ok = existsSync(join(config.distDir, 'cdn', 'drama-app.js'))
  const address = `${config.publicUrl ?? origin}/drama-app.js`
  const detail = ok ? `${address} is served to pages of every origin (CORS *).` : `${address} is not there: no build.`
  return { name: 'script', ok, code: ok ? 'build_served' : 'build_missing', values: { address }, detail }
}

function loadPostbacks({ db }: PartnerContext, lpid: string): Promise<PostbackRow[]> {
  return db
    .selectFrom('campaign_postbacks')
    .selectAll()
    .where('lpid', '=', lpid)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .limit(20)
    .execute()
}

interface PostbackTestResult {
  postback: PostbackRow
  result: CallResult
  /** Result of the same event with a wrong signature; null for GET. */
  forged: CallResult | null
}

function testPostbacks(context: PartnerContext, postbacks: readonly PostbackRow[]): Promise<PostbackTestResult[]> {
  const sendContext = { isProduction: context.config.isProduction, now: context.now.getTime() }
  return Promise.all(
    postbacks.map(async postback => {
      const event = createTestEvent(postback, context)
      const forgery = { ...postback, secret: context.random.bytes(32).toString('hex') }
      const [result, forged] = await Promise.all([
        sendPostback(postback, event, sendContext),
        postback.method === 'POST' ? sendPostback(forgery, event, sendContext) : null
      ])
      return { postback, result, forged }
    })
  )
}

function createTestEvent({ lpid }: PostbackRow, { config, now, random }: PartnerContext): MacroValues {
  return {
    event: 'test',
    event_id: `test_${random.bytes(12).toString('hex')}`,
    lpid,
    click_id: 'test-click',
    order_no: 'o_test',
    value: 9.9,
    currency: config.currency,
    drama_id: null,
    episode_no: null,
    ts: now.getTime(),
    is_test: true,
    page_url: null,
    user_agent: null,
    fbp: null,
    fbc: null,
    ttp: null,
    utm: null
  }
}

function checkPostbacks(results: readonly PostbackTestResult[]): SelfTestCheck[] {
  if (results.length === 0) {
    return [
      {
        name: 'postback',
        ok: true,
        code: 'postback_none',
        values: {},
        detail: 'There are no postbacks: an operator adds them.'
      }
    ]
  }
  return results.map(({ postback: { event, method, url }, result }) => {
    const target = `${method} ${removeQuery(url)} (${event})`
    const ok = isAccepted(result)
    const answer = formatCallResult(result)
    return {
      name: 'postback',
      ok,
      code: ok ? 'postback_taken' : 'postback_refused',
      values: { target, answer },
      detail: `${target} ${ok ? 'took the test event' : 'did not take the test event'}: ${answer}`
    }
  })
}

function checkSignatures(results: readonly PostbackTestResult[]): SelfTestCheck[] {
  return results.flatMap(({ postback: { method, url }, result, forged }) => {
    if (forged === null || !isAccepted(result)) return []
    const ok = !isAccepted(forged)
    const detail = ok
      ? 'refused a test event with a wrong signature, as it should.'
      : 'took a test event with a wrong signature too: verify Drama-Signature, or anybody can report purchases to you.'
    const target = `${method} ${removeQuery(url)}`
    return [
      {
        name: 'signature',
        ok,
        code: ok ? 'signature_checked' : 'signature_unchecked',
        values: { target },
        detail: `${target} ${detail}`
      }
    ]
  })
}

const MAX_CLOCK_SKEW_MS = 300_000

function checkClock({ now }: PartnerContext, results: readonly PostbackTestResult[]): SelfTestCheck {
  const dates = results.flatMap(({ result }) => (result.type === 'answered' ? (result.date ?? []) : []))
  const skewMs = Math.max(0, ...dates.map(date => Math.abs(date - now.getTime())))
  if (dates.length === 0) {
    return {
      name: 'clock',
      ok: true,
      code: 'clock_unknown',
      values: {},
      detail: 'No address sent its time, so there is nothing to compare with.'
    }
  }
  const seconds = String(Math.round(skewMs / 1000))
  const ok = skewMs <= MAX_CLOCK_SKEW_MS
  const detail = ok ? 'signatures are young enough to be verified.' : 'set the clock, or signatures look old.'
  return {
    name: 'clock',
    ok,
    code: ok ? 'clock_close' : 'clock_apart',
    values: { seconds },
    detail: `Your clock and ours are up to ${seconds} s apart: ${detail}`
  }
}
