import type { Context } from 'hono'
import { uploadImage } from '../../../contract/reward.js'
import type { HonoApp } from '../../http/app-environment.js'
import { createParameterError } from '../../http/business-error.js'
import { withDeadline } from '../../http/deadline.js'
import { type AuthorizedRequest, authorizeRequest, sendData } from '../../http/endpoints.js'
import {
  describeError,
  describeHandler,
  describePlainRoute,
  type PlainRouteDocs,
  refusalOf
} from '../../http/route-docs.js'
import type { Services } from '../../services.js'
import { requireViewer } from '../visitor/session.js'
import { createFileError, createFormReader, type MultipartForm } from './multipart-body.js'

const IMAGE_LIFETIME_MS = 24 * 3_600_000

export function registerImages(app: HonoApp, services: Services): void {
  const readForm = createFormReader()
  const upload = async (context: Context) => {
    // Refuses callers without access before it reads the body.
    const request = await withDeadline(authorizeRequest(context, services, uploadImage), services.liveness)
    await withDeadline(services.limits.upload.take(request), services.liveness)
    const { signal } = context.req.raw
    const answer = await readForm(context, form => storeUpload(request, services, { form, signal }))
    return sendData(context, services, uploadImage, answer)
  }
  app.post(uploadImage.path, describeHandler({ kind: 'endpoint', endpoint: uploadImage }, upload))
  app.get(
    `${uploadImage.path}/:id`,
    describePlainRoute(imageDocs, context => sendImage(context, services))
  )
}

const imageDocs: PlainRouteDocs = {
  tag: 'Files',
  description: 'Returns an uploaded screenshot, only to its owner.',
  security: 'viewer token',
  parameters: { id: '`image_id` of `/upload/image`' },
  answers: {
    200: {
      description: 'The picture, or 999 as JSON if the token is missing or not valid.',
      bodies: [{ type: 'image/jpeg' }, { type: 'application/json', schema: refusalOf(999) }]
    },
    404: describeError('No such image, or another viewer’s.')
  }
}

async function storeUpload(
  { viewer, now, origin, address }: AuthorizedRequest,
  services: Services,
  { form: { fields, file }, signal }: { form: MultipartForm; signal: AbortSignal }
) {
  const { db, imageComparer, imageDecoder, images, liveness, metrics, random } = services
  if (!uploadImage.request.safeParse(fields).success) throw createParameterError('purpose')
  const { userId } = requireViewer(viewer)
  const decodeStartedAt = performance.now()
  const decoded = await imageDecoder.decode(file, { address, userId, signal })
  metrics.imageDecodes.observe((performance.now() - decodeStartedAt) / 1000)
  if (typeof decoded === 'string') {
    metrics.uploads.inc({ result: 'refused' })
    throw createFileError(decoded)
  }
  const { width, height, sha256, fingerprint } = decoded
  const { isDuplicate, comparedTo } = await imageComparer.compare({ fingerprint, now }, [address, userId], signal)
  const comparison = { is_duplicate: isDuplicate, compared_to: comparedTo }
  const id = `i_${random.bytes(16).toString('hex')}`
  await images.write(id, decoded.jpeg)
  const image = { id, user_id: userId, sha256, prints: JSON.stringify(fingerprint), width, height, created_at: now }
  const expiresAt = new Date(now.getTime() + IMAGE_LIFETIME_MS)
  await withDeadline(
    db
      .insertInto('reward_images')
      .values({ ...image, ...comparison, expires_at: expiresAt })
      .execute(),
    liveness
  )
  await images.settle(id)
  metrics.uploads.inc({ result: 'stored' })
  return { image_id: id, url: `${origin}${uploadImage.path}/${id}`, width, height }
}

async function sendImage(context: Context, services: Services): Promise<Response> {
  const { db, liveness } = services
  const { viewer } = await withDeadline(authorizeRequest(context, services, uploadImage), liveness)
  const { userId } = requireViewer(viewer)
  const image = await withDeadline(
    db
      .selectFrom('reward_images')
      .select('id')
      .where('id', '=', context.req.param('id') ?? '')
      .where('user_id', '=', userId)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
    liveness
  )
  return sendStoredImage(context, services, image?.id ?? null)
}

/** The headers make browsers download the picture and stop it from running scripts. */
export async function sendStoredImage(context: Context, { images }: Services, id: string | null): Promise<Response> {
  const bytes = id === null ? null : await images.read(id)
  if (bytes === null) return context.notFound()
  return context.body(bytes, 200, {
    'Content-Type': 'image/jpeg',
    'Content-Disposition': 'attachment; filename="screenshot.jpg"',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'private, no-store'
  })
}
