// POST /partner/selftest: what a partner can find out before the first visitor comes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { LPID } from '../../../../contract/visitor.js'
import type { PostbackRow } from '../../../db/schema/partner-tables.js'
import { type OwnCampaign, ownCampaigns } from '../../partner/own-campaigns.js'
import type { PartnerAction, PartnerContext } from '../../partner/partner-action.js'
import type { CallResult } from '../http-call.js'
import { isAccepted, resultSummary, sendPostback } from '../send.js'
import { type MacroValues, withoutQuery } from '../url-template.js'
import { type Check, checkHostPage } from './page-check.js'

const testRequest = z.object({ lpid: z.string().regex(LPID), page: z.string().max(2000).optional() })

/**
 * Looks at everything that a campaign needs, and at the page that holds the app, where its address is given; its
 * postbacks are sent an event `test`, which counts for nothing.
 */
export const selfTesting: PartnerAction<typeof testRequest> = {
  method: 'POST',
  path: '/partner/selftest',
  request: testRequest,
  run: async (desk, { lpid, page }) => {
    desk.tests.take(desk.partner.id)
    const [campaign] = await ownCampaigns(desk, lpid)
    if (campaign === undefined) throw new Error('a campaign that is asked for by name is there or refused')
    const tried = Promise.all([tryPostbacks(desk, await postbacksOf(desk, lpid)), checkHostPage(desk, lpid, page)])
    const [answers, ofPage] = await desk.waitElsewhere(tried)
    const checks = [
      activeCheck(campaign),
      await startCheck(desk, lpid),
      scriptCheck(desk),
      ...ofPage,
      ...postbackChecks(answers),
      ...signatureChecks(answers),
      clockCheck(desk, answers)
    ]
    return { lpid, ok: checks.every(({ ok }) => ok), checks, server_time: desk.now.getTime() }
  }
}

function activeCheck({ lpid, status }: OwnCampaign): Check {
  const detail =
    status === 'active' ? `${lpid} is active.` : `${lpid} is closed: visitors land, its settings do not hold.`
  return { name: 'campaign', ok: status === 'active', detail }
}

async function startCheck({ db }: PartnerContext, lpid: string): Promise<Check> {
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
  if (start === null) return { name, ok: true, detail: 'Visitors land on Home: no drama is set.' }
  if (drama === null) return { name, ok: false, detail: `${start} is not online: visitors would land on an error.` }
  const place = `episode ${no ?? 1} of ${start}`
  return { name, ok: episode !== null, detail: `${place} is ${episode === null ? 'not ' : ''}online.` }
}

function scriptCheck({ config, origin }: PartnerContext): Check {
  const ok = existsSync(join(config.distDir, 'cdn', 'drama-app.js'))
  const address = `${config.publicUrl ?? origin}/drama-app.js`
  const detail = ok ? `${address} is served to pages of every origin (CORS *).` : `${address} is not there: no build.`
  return { name: 'script', ok, detail }
}

function postbacksOf({ db }: PartnerContext, lpid: string): Promise<PostbackRow[]> {
  return db
    .selectFrom('campaign_postbacks')
    .selectAll()
    .where('lpid', '=', lpid)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .limit(20)
    .execute()
}

interface Answer {
  postback: PostbackRow
  called: CallResult
  /** To the same event with a signature that is not ours; only bodies are tried. */
  forged: CallResult | null
}

function tryPostbacks(desk: PartnerContext, postbacks: readonly PostbackRow[]): Promise<Answer[]> {
  const outside = { isProduction: desk.config.isProduction, now: desk.now.getTime() }
  return Promise.all(
    postbacks.map(async postback => {
      const told = exampleOf(postback, desk)
      const forgery = { ...postback, secret: desk.random.bytes(32).toString('hex') }
      const [called, forged] = await Promise.all([
        sendPostback(postback, told, outside),
        postback.method === 'POST' ? sendPostback(forgery, told, outside) : null
      ])
      return { postback, called, forged }
    })
  )
}

function exampleOf({ lpid }: PostbackRow, { config, now, random }: PartnerContext): MacroValues {
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
    is_test: true
  }
}

function postbackChecks(answers: readonly Answer[]): Check[] {
  if (answers.length === 0) {
    return [{ name: 'postback', ok: true, detail: 'There are no postbacks: an operator adds them.' }]
  }
  return answers.map(({ postback: { event, method, url }, called }) => {
    const where = `${method} ${withoutQuery(url)} (${event})`
    const said = isAccepted(called) ? 'took the test event' : 'did not take the test event'
    return { name: 'postback', ok: isAccepted(called), detail: `${where} ${said}: ${resultSummary(called)}` }
  })
}

function signatureChecks(answers: readonly Answer[]): Check[] {
  return answers.flatMap(({ postback: { method, url }, called, forged }) => {
    if (forged === null || !isAccepted(called)) return []
    const ok = !isAccepted(forged)
    const detail = ok
      ? 'refused a test event with a wrong signature, as it should.'
      : 'took a test event with a wrong signature too: verify Drama-Signature, or anybody can tell you of purchases.'
    return [{ name: 'signature', ok, detail: `${method} ${withoutQuery(url)} ${detail}` }]
  })
}

const MOST_APART_MS = 300_000

function clockCheck({ now }: PartnerContext, answers: readonly Answer[]): Check {
  const dates = answers.flatMap(({ called }) => (called.type === 'answered' ? (called.date ?? []) : []))
  const apart = Math.max(0, ...dates.map(date => Math.abs(date - now.getTime())))
  if (dates.length === 0)
    return { name: 'clock', ok: true, detail: 'No address told its time: nothing to compare with.' }
  const seconds = `${Math.round(apart / 1000)} s`
  const ok = apart <= MOST_APART_MS
  const detail = ok ? 'signatures are young enough to be verified.' : 'set the clock, or signatures look old.'
  return { name: 'clock', ok, detail: `Your clock and ours are up to ${seconds} apart: ${detail}` }
}
