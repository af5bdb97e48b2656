import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { createSearchDocument, DOCUMENT_VERSION, type SearchableDrama } from './search-document.js'
import { canBeMisspelt, listSpellings } from './spelling.js'

const MAX_POPULARITY = 2_147_483_647
const ROWS_PER_INSERT = 2000

export const toPopularity = (playCount: number) => Math.min(Math.max(0, playCount), MAX_POPULARITY)

export async function indexDrama(
  trx: Transaction<Database>,
  dramaId: string,
  drama: SearchableDrama & { playCount: number }
): Promise<void> {
  const { body, postings, words } = createSearchDocument(drama)
  const popularity = toPopularity(drama.playCount)
  const document = { version: DOCUMENT_VERSION, body }
  await trx
    .insertInto('search_documents')
    .values({ drama_id: dramaId, ...document })
    .onConflict(conflict => conflict.column('drama_id').doUpdateSet(document))
    .execute()
  await trx.deleteFrom('search_postings').where('drama_id', '=', dramaId).execute()
  for (const part of splitRows(postings)) {
    await trx
      .insertInto('search_postings')
      .values(part.map(posting => ({ drama_id: dramaId, ...posting, popularity })))
      .execute()
  }
  await storeWords(trx, words, popularity)
}

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
  // Sorted, so that two loaders lock the same words in the same order.
  const rows = [...words].sort(([one], [other]) => (one < other ? -1 : 1)).map(row => toWordRow(row, popularity))
  for (const part of splitRows(rows)) {
    await trx
      .insertInto('search_words')
      .values(part)
      .onConflict(conflict =>
        conflict
          .column('word')
          .doUpdateSet({ popularity })
          .whereRef('search_words.popularity', '<', 'excluded.popularity' as never)
      )
      .execute()
  }
  for (const part of splitRows(rows.filter(({ word }) => !isKnown.has(word)).flatMap(toMisspellingRows))) {
    await trx
      .insertInto('search_misspellings')
      .values(part)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

export function toWordRow([word, surface]: [string, string], popularity: number) {
  const [first = '', second = ''] = word
  return { word, surface, first_letter: first, first_letters: first + second, popularity }
}

export const toMisspellingRows = ({ word }: { word: string }) =>
  canBeMisspelt(word) ? listSpellings(word).map(spelling => ({ spelling, word })) : []

function* splitRows<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) yield rows.slice(from, from + ROWS_PER_INSERT)
}
