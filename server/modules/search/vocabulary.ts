import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { canBeMisspelt, countEdits, listSpellings } from './spelling.js'

const MAX_COMPLETIONS = 8
const LAST_CODE_POINT = '\u{10ffff}'

export async function findCompletions(
  db: Kysely<Database>,
  beginnings: readonly string[]
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(beginnings.map(beginning => [beginning, []]))
  const [first, ...others] = beginnings.map(beginning => createCompletionQuery(db, beginning))
  if (first === undefined) return found
  const query = others.reduce((all, other) => all.unionAll(other), first)
  for (const { beginning, word } of await query.execute()) found.get(beginning)?.push(word)
  return found
}

type WordQuery = SelectQueryBuilder<Database, 'search_words', { beginning: string; word: string }>

function createCompletionQuery(db: Kysely<Database>, beginning: string): WordQuery {
  const [first = '', second = '', third] = beginning
  const words = db
    .selectFrom('search_words')
    .where('word', '>', beginning)
    .where('word', '<', `${beginning}${LAST_CODE_POINT}`)
    // One or two letters match too many words, so they use an index by popularity.
    .$if(second === '', query => query.where('first_letter', '=', first))
    .$if(second !== '' && third === undefined, query => query.where('first_letters', '=', `${first}${second}`))
    .select('word')
    .orderBy('popularity', 'desc')
    .orderBy('word', 'desc')
    .limit(MAX_COMPLETIONS)
  return db
    .selectFrom(words.as('search_words'))
    .select([sql<string>`${beginning}::text`.as('beginning'), 'search_words.word']) as WordQuery
}

export async function findSurfaces(db: Kysely<Database>, words: readonly string[]): Promise<Map<string, string>> {
  if (words.length === 0) return new Map()
  const rows = await db
    .selectFrom('search_words')
    .select(['word', 'surface'])
    .where('word', 'in', [...words])
    .execute()
  return new Map(rows.map(({ word, surface }) => [word, surface]))
}

const MAX_CANDIDATES = 200
const MIN_LENGTH_FOR_TWO_ERRORS = 8

export async function findCorrection(db: Kysely<Database>, word: string): Promise<string | null> {
  if (!canBeMisspelt(word)) return null
  const rows = await db
    .selectFrom('search_misspellings')
    .innerJoin('search_words', 'search_words.word', 'search_misspellings.word')
    .select(['search_words.word', 'search_words.popularity'])
    .distinct()
    .where('spelling', 'in', listSpellings(word))
    .where(sql<boolean>`exists (select 1 from search_postings where token = search_words.word)`)
    .orderBy('search_words.popularity', 'desc')
    .orderBy('search_words.word')
    .limit(MAX_CANDIDATES)
    .execute()
  const maxEdits = [...word].length >= MIN_LENGTH_FOR_TWO_ERRORS ? 2 : 1
  const nearest = rows
    .map(row => ({ ...row, letters: countEdits(word, row.word) }))
    .filter(({ letters }) => letters <= maxEdits)
    .sort((one, other) => one.letters - other.letters || other.popularity - one.popularity)
  return nearest[0]?.word ?? null
}
