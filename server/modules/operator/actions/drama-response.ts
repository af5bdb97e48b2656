import type { Kysely } from 'kysely'
import { z } from 'zod'
import { dramaDefaults, LAST_PLACE } from '../../../../contract/drama-defaults.js'
import { langs } from '../../../../contract/protocol/language.js'
import { listOf } from '../../../../contract/protocol/list.js'
import type { Database } from '../../../db/schema/schema.js'
import type { ListedDrama } from '../../catalogue/edit/drama-list.js'
import { FIRST_VERSION, readEdits } from '../../catalogue/edit/edit-writes.js'
import { toEditableDrama } from '../../catalogue/edit/edited-drama.js'
import type { OperatorContext } from '../operator-action.js'

const texts = z.partialRecord(z.enum(langs), z.string())
const whole = z.number().int()
const label = z.object({ id: z.string(), title: texts })
const state = z.enum(['online', 'offline', 'draft'])

export const listResponse = listOf(
  z.object({
    id: z.string(),
    slug: z.string(),
    title: texts,
    state,
    publish_at: z.date().nullable(),
    needs_texts: z.boolean(),
    cover_url: z.string().nullable(),
    colour: z.string().nullable(),
    episode_count: whole,
    free_count: whole.nullable(),
    default_price: whole.nullable(),
    play_count: whole,
    updated_at: z.date(),
    updated_by: z.string().nullable()
  })
)

export const toListedDrama = (row: ListedDrama, origin: string): z.output<typeof listResponse>['list'][number] => ({
  id: row.drama_id,
  slug: row.slug ?? row.drama_id.replace(/^d_/, ''),
  title: row.title ?? row.edited_title ?? {},
  state: row.state,
  publish_at: row.publish_at,
  needs_texts: row.needs_texts,
  cover_url: toPictureAddress(origin, row.drama_id, row.cover),
  colour: row.colour,
  episode_count: row.episode_count,
  free_count: row.free_count,
  default_price: row.default_price,
  play_count: Number(row.play_count),
  updated_at: row.updated_at,
  updated_by: row.updated_by
})

const toPictureAddress = (origin: string, dramaId: string, name: string | null) =>
  name === null ? null : `${origin}/covers/${dramaId}/${name}`

/** As viewers see it, or will see it. Null in a draft is what nobody has said yet. */
const editedDrama = z.object({
  id: z.string(),
  slug: z.string(),
  version: whole,
  state,
  publish_at: z.date().nullable(),
  scheduled_by: z.string().nullable(),
  withdrawn_at: z.date().nullable(),
  /** False before the first film is loaded. */
  has_films: z.boolean(),
  /** Whether it was created here, so that nobody has chosen what its package says. */
  began_as_draft: z.boolean(),
  /** Whether this server has the package, without which a drama that is offline cannot be published. */
  has_package: z.boolean(),
  title: texts,
  synopsis: texts,
  /** Texts that are only copies of another language, such as `title.es`. */
  copied: z.array(z.string()),
  category: label.nullable(),
  tags: z.array(label),
  cast: z.array(z.string()),
  lang_audio: z.string().nullable(),
  age_rating: z.string().nullable(),
  colour: z.string().nullable(),
  free_count: whole.nullable(),
  default_price: whole.nullable(),
  is_finished: z.boolean(),
  /** Null: after all others. */
  sort: whole.nullable(),
  cover: z.string().nullable(),
  banner: z.string().nullable(),
  cover_url: z.string().nullable(),
  banner_url: z.string().nullable(),
  play_count: whole,
  favorite_count: whole,
  /** `film` is the number in the package, `no` the one that viewers buy. */
  episodes: z.array(
    z.object({ film: whole, no: whole, title: texts.nullable(), price: whole.nullable(), duration_s: z.number() })
  ),
  updated_at: z.date(),
  updated_by: z.string().nullable()
})
/** What the package says, which an edit hides. */
const packageValues = editedDrama
  .pick({
    title: true,
    synopsis: true,
    category: true,
    tags: true,
    cast: true,
    lang_audio: true,
    age_rating: true,
    colour: true,
    is_finished: true,
    sort: true
  })
  .extend({ free_count: whole, default_price: whole, cover: z.string(), banner: z.string() })

/** What an empty field of a new drama means. */
const defaults = z.object({ lang_audio: z.string(), colour: z.string(), free_count: whole, default_price: whole })

export const dramaResponse = z.object({
  drama: editedDrama.extend({
    defaults,
    /** Fields that were edited, such as `tags` and `title.pt`. */
    edited: z.array(z.string()),
    /** Null if this server has no package of the drama. */
    package: packageValues.nullable()
  })
})

const packageFields = Object.keys(packageValues.shape) as (keyof typeof packageValues.shape)[]

/** Which fields were edited, and what the package has for them. */
export async function readPackageValues({ db, assets }: Pick<OperatorContext, 'db' | 'assets'>, id: string) {
  const fields = (await readEdits(db, id))?.fields ?? {}
  const edited = packageFields.flatMap(name => {
    if (name === 'title' || name === 'synopsis') return Object.keys(fields[name] ?? {}).map(lang => `${name}.${lang}`)
    return fields[name] === undefined ? [] : [name]
  })
  const loaded = assets.packageOf(id)
  if (loaded === null) return { edited, defaults: dramaDefaults, package: null }
  const values = toEditableDrama(loaded)
  const shown = { ...values, age_rating: values.age_rating || null, sort: toPlace(values.sort) }
  return { edited, defaults: dramaDefaults, package: packageValues.parse(shown) }
}

/** Null for an unknown drama. */
export async function readEditedDrama(
  { db, assets, origin }: Pick<OperatorContext, 'db' | 'assets' | 'origin'>,
  id: string
): Promise<z.output<typeof editedDrama> | null> {
  const edits = await readEdits(db, id)
  const row = await db.selectFrom('dramas').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined && edits === null) return null
  const fields = edits?.fields ?? {}
  const cover = row?.cover ?? fields.cover ?? null
  const banner = row?.banner ?? fields.banner ?? null
  const isDraft = edits?.is_draft === true
  return {
    id,
    slug: row?.slug ?? id.replace(/^d_/, ''),
    version: edits?.version ?? FIRST_VERSION,
    state: row?.status === 'online' ? 'online' : isDraft ? 'draft' : 'offline',
    publish_at: edits?.publish_at ?? null,
    scheduled_by: edits?.scheduled_by ?? null,
    withdrawn_at: row?.withdrawn_at ?? null,
    has_films: row !== undefined,
    began_as_draft: edits?.began_as_draft === true,
    has_package: assets.folderOf(id) !== null,
    title: row?.title ?? fields.title ?? {},
    synopsis: row?.synopsis ?? fields.synopsis ?? {},
    copied: fields.copied ?? [],
    category: row?.category ?? fields.category ?? null,
    tags: row?.tags ?? fields.tags ?? [],
    cast: row?.cast_names ?? fields.cast ?? [],
    lang_audio: row?.lang_audio ?? fields.lang_audio ?? null,
    age_rating: (row?.age_rating ?? fields.age_rating) || null,
    colour: row?.colour ?? fields.colour ?? null,
    free_count: row?.free_count ?? fields.free_count ?? null,
    default_price: row?.default_price ?? fields.default_price ?? null,
    is_finished: row?.is_finished ?? fields.is_finished ?? false,
    sort: toPlace(row?.sort ?? fields.sort ?? LAST_PLACE),
    cover,
    banner,
    cover_url: toPictureAddress(origin, id, cover),
    banner_url: toPictureAddress(origin, id, banner),
    play_count: Number(row?.play_count ?? 0),
    favorite_count: Number(row?.favorite_count ?? 0),
    episodes: row === undefined ? [] : await readEpisodes(db, id, fields.numbers ?? {}),
    updated_at: toLatest(row?.updated_at, edits?.updated_at),
    updated_by: edits?.updated_by ?? null
  }
}

const toPlace = (sort: number) => (sort === LAST_PLACE ? null : sort)

const toLatest = (...times: (Date | undefined)[]) =>
  new Date(Math.max(...times.flatMap(time => (time === undefined ? [] : [time.getTime()]))))

async function readEpisodes(db: Kysely<Database>, id: string, numbers: Readonly<Record<string, number>>) {
  const films = new Map(Object.entries(numbers).map(([film, no]) => [no, Number(film)]))
  const rows = await db
    .selectFrom('episodes')
    .select(['no', 'title', 'price', 'duration_s'])
    .where('drama_id', '=', id)
    .where('status', '=', 'online')
    .orderBy('no')
    .execute()
  return rows.map(row => ({ film: films.get(row.no) ?? row.no, ...row }))
}
