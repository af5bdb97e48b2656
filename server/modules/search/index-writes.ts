// Writes what search finds dramas by. Everything here runs inside the transaction that writes the drama.
import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { DOCUMENT_VERSION, makeDocument, type Searchable } from './search-document.js'
import { canBeMisspelt, spellingsOf } from './spelling.js'

const MAX_POPULARITY = 2_147_483_647
const ROWS_AT_ONCE = 2000

/** Plays as the index keeps them. */
export const popularityOf = (playCount: number) => Math.min(Math.max(0, playCount), MAX_POPULARITY)

/** Indexes a drama anew. */
export async function indexDrama(
  trx: Transaction<Database>,
  dramaId: string,
  drama: Searchable & { playCount: number }
): Promise<void> {
  const { body, postings, words } = makeDocument(drama)
  const popularity = popularityOf(drama.playCount)
  const document = { version: DOCUMENT_VERSION, body }
  await trx
    .insertInto('search_documents')
    .values({ drama_id: dramaId, ...document })
    .onConflict(conflict => conflict.column('drama_id').doUpdateSet(document))
    .execute()
  await trx.deleteFrom('search_postings').where('drama_id', '=', dramaId).execute()
  for (const some of inParts(postings)) {
    await trx
      .insertInto('search_postings')
      .values(some.map(posting => ({ drama_id: dramaId, ...posting, popularity })))
      .execute()
  }
  await storeWords(trx, words, popularity)
}

/** Takes a drama out of the index; its words stay, since they are only hints. */
export async function unindexDrama(trx: Transaction<Database>, dramaId: string): Promise<void> {
  await trx.deleteFrom('search_postings').where('drama_id', '=', dramaId).execute()
  await trx.deleteFrom('search_documents').where('drama_id', '=', dramaId).execute()
}

async function storeWords(trx: Transaction<Database>, words: Map<string, string>, popularity: number): Promise<void> {
  if (words.size === 0) return
  const known = await trx
    .selectFrom('search_words')
    .select('word')
    .where('word', 'in', [...words.keys()])
    .execute()
  const isKnown = new Set(known.map(({ word }) => word))
  // Two loaders that write the same words take them in the same order.
  const rows = [...words].sort(([one], [other]) => (one < other ? -1 : 1)).map(row => wordRow(row, popularity))
  for (const some of inParts(rows)) {
    await trx
      .insertInto('search_words')
      .values(some)
      .onConflict(conflict =>
        conflict
          .column('word')
          .doUpdateSet({ popularity })
          .whereRef('search_words.popularity', '<', 'excluded.popularity' as never)
      )
      .execute()
  }
  for (const some of inParts(rows.filter(({ word }) => !isKnown.has(word)).flatMap(misspellingRows))) {
    await trx
      .insertInto('search_misspellings')
      .values(some)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

/** A word as the index keeps it, with its one and two first letters. */
export function wordRow([word, surface]: [string, string], popularity: number) {
  const [first = '', second = ''] = word
  return { word, surface, first_letter: first, first_letters: first + second, popularity }
}

/** The spellings under which a word is found. */
export const misspellingRows = ({ word }: { word: string }) =>
  canBeMisspelt(word) ? spellingsOf(word).map(spelling => ({ spelling, word })) : []

function* inParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE)
}
