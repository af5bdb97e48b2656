import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { canBeMisspelt, distance, spellingsOf } from './spelling.js'

const COMPLETIONS = 8
const LAST_LETTER = '\u{10ffff}'

/** For each beginning the words that begin with it, those of the most played dramas first; at most eight. */
export async function completionsOf(
  db: Kysely<Database>,
  beginnings: readonly string[]
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(beginnings.map(beginning => [beginning, []]))
  const [first, ...others] = beginnings.map(beginning => completionQuery(db, beginning))
  if (first === undefined) return found
  const query = others.reduce((all, other) => all.unionAll(other), first)
  for (const { beginning, word } of await query.execute()) found.get(beginning)?.push(word)
  return found
}

type WordQuery = SelectQueryBuilder<Database, 'search_words', { beginning: string; word: string }>

function completionQuery(db: Kysely<Database>, beginning: string): WordQuery {
  const [one = '', two = '', three] = beginning
  const words = db
    .selectFrom('search_words')
    .where('word', '>', beginning)
    .where('word', '<', `${beginning}${LAST_LETTER}`)
    // One and two letters begin too many words to look at them all: those have an index by popularity.
    .$if(two === '', query => query.where('first_letter', '=', one))
    .$if(two !== '' && three === undefined, query => query.where('first_letters', '=', `${one}${two}`))
    .select('word')
    .orderBy('popularity', 'desc')
    .orderBy('word', 'desc')
    .limit(COMPLETIONS)
  return db
    .selectFrom(words.as('search_words'))
    .select([sql<string>`${beginning}::text`.as('beginning'), 'search_words.word']) as WordQuery
}

/** The word's own spelling in titles, names and tags, for those it stands in. */
export async function surfacesOf(db: Kysely<Database>, words: readonly string[]): Promise<Map<string, string>> {
  if (words.length === 0) return new Map()
  const rows = await db
    .selectFrom('search_words')
    .select(['word', 'surface'])
    .where('word', 'in', [...words])
    .execute()
  return new Map(rows.map(({ word, surface }) => [word, surface]))
}

const CANDIDATES = 200
/** From this length on two letters may be wrong. */
const LONG_WORD = 8

/** The word that was probably meant: the nearest spelling, the most played of those; null when there is none. */
export async function correctionOf(db: Kysely<Database>, word: string): Promise<string | null> {
  if (!canBeMisspelt(word)) return null
  const rows = await db
    .selectFrom('search_misspellings')
    .innerJoin('search_words', 'search_words.word', 'search_misspellings.word')
    .select(['search_words.word', 'search_words.popularity'])
    .distinct()
    .where('spelling', 'in', spellingsOf(word))
    .where(sql<boolean>`exists (select 1 from search_postings where token = search_words.word)`)
    .orderBy('search_words.popularity', 'desc')
    .orderBy('search_words.word')
    .limit(CANDIDATES)
    .execute()
  const allowed = [...word].length >= LONG_WORD ? 2 : 1
  const near = rows
    .map(row => ({ ...row, letters: distance(word, row.word) }))
    .filter(({ letters }) => letters <= allowed)
    .sort((one, other) => one.letters - other.letters || other.popularity - one.popularity)
  return near[0]?.word ?? null
}
