// The words by which operators find a drama: of its id and of its titles in all languages, whatever its state.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { fold } from '../../search/fold.js'
import { splitPairs, splitPieces } from '../../search/tokens.js'

/** Increase it when the words change: every drama is then indexed again. */
const NAMES_VERSION = 1
const MAX_WORDS = 8

export const indexNames = (db: Kysely<Database>, dramaId: string) => writeNames(db, [dramaId])

/** Returns how many it indexed, at most `limit`. */
export async function indexOutdatedNames(db: Kysely<Database>, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('drama_entries')
    .select('drama_id')
    .where('names_version', '<>', NAMES_VERSION)
    .limit(limit)
    .execute()
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    await writeNames(
      db,
      rows.slice(from, from + ROWS_PER_STATEMENT).map(row => row.drama_id)
    )
  }
  return rows.length
}

const ROWS_PER_STATEMENT = 500

async function writeNames(db: Kysely<Database>, ids: string[]): Promise<void> {
  const rows = await db
    .selectFrom('drama_entries')
    .leftJoin('dramas', 'dramas.id', 'drama_entries.drama_id')
    .leftJoin('drama_edits', 'drama_edits.drama_id', 'drama_entries.drama_id')
    .select(['drama_entries.drama_id', 'dramas.slug', 'dramas.title', 'drama_edits.fields'])
    .where('drama_entries.drama_id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  const names = rows.map(({ drama_id, slug, title, fields }) => ({
    drama_id,
    words: listWords([drama_id.replace(/^d_/, ''), slug ?? '', ...Object.values({ ...title, ...fields?.title })])
  }))
  await sql`update drama_entries set names_version = ${NAMES_VERSION}::integer,
      names = array_to_tsvector(array(select jsonb_array_elements_text(named -> 'words')))
    from jsonb_array_elements(${JSON.stringify(names)}::jsonb) as named
    where drama_entries.drama_id = named ->> 'drama_id'`.execute(db)
}

function listWords(texts: readonly string[]): string[] {
  const words = texts.flatMap(text =>
    splitPieces(fold(text)).flatMap(({ kind, text }) => (kind === 'word' ? [text] : [...text, ...splitPairs(text)]))
  )
  return [...new Set(words)].filter(word => word !== '')
}

/** True for names that have all words of `text`, or words that begin with them. Null if `text` has no words. */
export function matchNames(text: string): RawBuilder<boolean> | null {
  const terms = splitPieces(fold(text.replace(/^d_/i, ''))).flatMap(({ kind, text }) =>
    kind === 'word' ? [`'${text}':*`] : splitPairs(text).map(pair => `'${pair}'`)
  )
  // Folded words have letters and digits only, so that nothing in them is an operator.
  return terms.length === 0 ? null : sql<boolean>`names @@ ${terms.slice(0, MAX_WORDS).join(' & ')}::tsquery`
}
