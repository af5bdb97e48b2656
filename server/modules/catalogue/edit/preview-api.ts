// What the app of a preview may ask: one drama, whatever its state, with all episodes free. Nothing is written, so that
// nothing is counted and no money can move; every other endpoint is refused.
import type { Context } from 'hono'
import { z } from 'zod'
import { drama, dramaDetail } from '../../../../contract/drama.js'
import { dramaEpisodes, play, progress } from '../../../../contract/episode.js'
import { collectEvents } from '../../../../contract/event.js'
import { languageSchema } from '../../../../contract/protocol/language.js'
import { userInfo } from '../../../../contract/user.js'
import { appConfig, visit, visitorLogin } from '../../../../contract/visitor.js'
import type { HonoApp } from '../../../http/app-environment.js'
import { BusinessError } from '../../../http/business-error.js'
import { readCaller } from '../../../http/caller.js'
import { withDeadline } from '../../../http/deadline.js'
import { createSuccessEnvelope } from '../../../http/envelope.js'
import { untracked } from '../../../http/external-calls.js'
import { checkRequest, readParameters } from '../../../http/request-body.js'
import type { RequestContext } from '../../../http/request-context.js'
import { sendEnvelope } from '../../../http/respond.js'
import { describeError, describePlainRoute, type PlainRouteDocs } from '../../../http/route-docs.js'
import type { Services } from '../../../services.js'
import { toCampaignResponse } from '../../campaign/campaign-response.js'
import { getAppConfig } from '../../campaign/routes.js'
import { PREVIEW_USER_ID } from '../../media/served-segment.js'
import { createEpisodePlay } from '../../play/routes.js'
import { parseFirstScreen } from '../../visitor/first-screen-request.js'
import { toDrama } from '../drama-response.js'
import { toEpisode } from '../episode-response.js'
import { toEpisodeId } from '../package/package-writes.js'
import { findEpisodeWithDrama, findOnlineEpisodes } from '../queries.js'
import { readPreviewToken } from './preview-token.js'

const PATH = '/console/preview/:token/*'

export function registerPreviewApi(app: HonoApp, services: Services): void {
  const answer = async (context: Context) => {
    const now = new Date(services.clock.now())
    const dramaId = readPreviewToken(services.config.mediaSecrets, context.req.param('token') ?? '', now)
    const path = context.req.path.split('/').slice(4).join('/')
    // As text: a preview has no quick start, and the app then asks for the episode itself.
    if (path.startsWith('m/')) return context.body(null, 204)
    if (dramaId === null) throw new BusinessError(4204)
    const method = context.req.method === 'GET' ? 'GET' : 'POST'
    const parameters = await readParameters(context, method)
    const lang = languageSchema.parse('lang' in parameters ? parameters.lang : undefined) ?? 'pt'
    const preview = { ...createContext(context, services, now), lang, dramaId }
    const data = await withDeadline(respond(preview, `/${path}`, parameters), services.liveness)
    return sendEnvelope(context, createSuccessEnvelope(data), {
      secret: services.config.envelopeSecret,
      headers: { 'Cache-Control': 'private, no-store' }
    })
  }
  // The docs belong to the function, so each method has one of its own.
  app.get(
    PATH,
    describePlainRoute(docs('GET'), (context: Context) => answer(context))
  )
  app.post(
    PATH,
    describePlainRoute(docs('POST'), (context: Context) => answer(context))
  )
}

const docs = (method: 'GET' | 'POST'): PlainRouteDocs => ({
  path: '/console/preview/{token}/{file}',
  tag: 'Console',
  description: `Answers the ${method} requests of the app in a preview of one drama. Nothing is written.`,
  parameters: { token: 'Of `/operator/drama_preview`', file: 'Path of an endpoint of viewers' },
  answers: {
    200: {
      description: 'As the endpoint answers; 4204 for a wrong token and for what a preview does not have.',
      bodies: [{ type: 'application/json', schema: z.looseObject({ code: z.number().int(), msg: z.string() }) }]
    },
    204: { description: 'No quick start.' },
    429: describeError('Too many requests.')
  }
})

interface PreviewContext extends RequestContext {
  dramaId: string
}

const createContext = (context: Context, services: Services, now: Date): RequestContext => ({
  ...services,
  ...readCaller(context, services),
  viewer: null,
  token: null,
  partnerToken: null,
  content: services.contentCache.open(null),
  lang: 'pt',
  now,
  trackExternalWait: untracked
})

async function respond(preview: PreviewContext, path: string, parameters: object): Promise<unknown> {
  const { dramaId } = preview
  switch (path) {
    case visitorLogin.path: {
      const { want } = checkRequest(visitorLogin.request, parameters)
      return {
        token: 'preview',
        expires_at: preview.now.getTime() + SESSION_MS,
        user: createPreviewUser(preview),
        is_new: false,
        ...(await createVisit(preview, want))
      }
    }
    case visit.path:
      return createVisit(preview, checkRequest(visit.request, parameters).want)
    case appConfig.path:
      return getAppConfig(preview, checkRequest(appConfig.request, parameters))
    case dramaDetail.path:
      requireOwn(preview, checkRequest(dramaDetail.request, parameters).drama_id)
      return readDetail(preview)
    case dramaEpisodes.path:
      requireOwn(preview, checkRequest(dramaEpisodes.request, parameters).drama_id)
      return readEpisodes(preview)
    case play.path: {
      const { episode_id, drama_id = dramaId, episode_no = 1 } = checkRequest(play.request, parameters)
      return playEpisode(preview, episode_id ?? toEpisodeId(drama_id, episode_no))
    }
    case progress.path:
      return { ok: true, tasks_changed: [] }
    case collectEvents.path:
      return { accepted: 0 }
    case userInfo.path:
      return { user: createPreviewUser(preview), ...NOTHING_OWNED, server_time: preview.now.getTime() }
    default:
      throw new BusinessError(4204)
  }
}

const SESSION_MS = 3_600_000
const NOTHING_OWNED = {
  balance: { coins: 0, bonus: 0 },
  debt: 0,
  vip: { active: false, until: null },
  auto_unlock: { enabled: false, daily_cap: 0, dramas: [] },
  limits: { daily_coins: null, weekly_coins: null, pending: { daily_coins: null, weekly_coins: null } },
  way_back: { email: false, recovery_code: false, partner: false },
  has_unlocks: false,
  unread_answers: 0
}

const createPreviewUser = ({ lang }: PreviewContext) => ({
  id: PREVIEW_USER_ID,
  kind: 'visitor' as const,
  nickname: '',
  avatar_url: null,
  locale: lang,
  auto_unlock: false,
  email: null
})

async function createVisit(preview: PreviewContext, want: string | undefined) {
  const screen = parseFirstScreen(want)
  const isPlay = screen?.screen === 'play' && screen.dramaId === preview.dramaId
  return {
    campaign: toCampaignResponse(null, undefined),
    warnings: [],
    first: isPlay ? await playEpisode(preview, toEpisodeId(screen.dramaId, screen.episodeNo)) : null,
    server_time: preview.now.getTime()
  }
}

function requireOwn({ dramaId }: PreviewContext, asked: string): void {
  if (asked !== dramaId) throw new BusinessError(4204)
}

async function requireRow({ db, dramaId }: PreviewContext) {
  const row = await db.selectFrom('dramas').selectAll().where('id', '=', dramaId).executeTakeFirst()
  if (row === undefined) throw new BusinessError(4204)
  return row
}

async function readDetail(preview: PreviewContext): Promise<z.output<typeof dramaDetail.response>> {
  const row = await requireRow(preview)
  return {
    drama: drama.parse(toDrama(row, Number(row.favorite_count), preview)),
    is_favorite: false,
    progress: null,
    pass_active: false,
    related: []
  }
}

async function readEpisodes(preview: PreviewContext): Promise<z.output<typeof dramaEpisodes.response>> {
  const row = await requireRow(preview)
  const episodes = await findOnlineEpisodes(preview.db, preview.dramaId)
  const list = episodes.map(episode =>
    toEpisode(episode, { ...FREE, id: episode.id, no: episode.no }, { drama: row, display: preview })
  )
  return { list, server_time: preview.now.getTime() }
}

const FREE = { price: 0, state: 'free' } as const

async function playEpisode(preview: PreviewContext, episodeId: string) {
  const episode = await findEpisodeWithDrama(preview.db, episodeId)
  if (episode?.status !== 'online' || episode.drama_id !== preview.dramaId) throw new BusinessError(4204)
  const episodes = await findOnlineEpisodes(preview.db, preview.dramaId)
  const next = episodes.find(({ no }) => no > episode.no)
  const { answer } = createEpisodePlay(preview, {
    userId: PREVIEW_USER_ID,
    episode,
    episodeAccess: { ...FREE, id: episode.id, no: episode.no },
    next: next === undefined ? null : { ...FREE, id: next.id, no: next.no },
    vip: { active: false, until: null },
    position_s: 0
  })
  return answer
}
