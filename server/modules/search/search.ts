import type { Kysely } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Database } from '../../db/schema/schema.js'
import { type Conditions, conditionsOf, type Keyword, readKeyword } from './keyword.js'
import { countMatches, type FoundKey, findDramas, type SearchMatch } from './match-queries.js'
import { classes } from './search-document.js'
import { completionsOf, correctionOf, surfacesOf } from './vocabulary.js'

/** One page of results; `corrected` is the keyword that was searched instead, null when it was the one given. */
export interface SearchResult {
  rows: SearchMatch[]
  corrected: string | null
}

interface Page {
  lang: Lang
  after: FoundKey | null
  limit: number
}

const everywhere = [classes.title, classes.cast, classes.tag, classes.synopsis]

/** Dramas for a keyword; where a word of it is nowhere, those for the word that was probably meant. */
export async function searchDramas(db: Kysely<Database>, text: string, page: Page): Promise<SearchResult> {
  const keyword = readKeyword(text)
  if (keyword.pieces.length === 0) return { rows: [], corrected: null }
  const asked = await prepare(db, keyword)
  const rows = await toSearchQuery(db, keyword, asked, page)
  if (rows.length > 0 || !(await hasUnmatchedPiece(db, asked))) return { rows, corrected: null }
  return searchCorrected(db, keyword, asked, page)
}

/** Whether a condition is met by no drama at all; results may be empty because no drama meets all of them. */
async function hasUnmatchedPiece(db: Kysely<Database>, { conditions, counts }: Prepared): Promise<boolean> {
  return (counts ?? (await countMatches(db, conditions))).includes(0)
}

async function searchCorrected(
  db: Kysely<Database>,
  keyword: Keyword,
  asked: Prepared,
  page: Page
): Promise<SearchResult> {
  const corrected = await correctSpelling(db, keyword, asked.completions)
  if (corrected === null) return { rows: [], corrected: null }
  const meant = readKeyword(corrected)
  const rows = await toSearchQuery(db, meant, await prepare(db, meant), page)
  return { rows, corrected: rows.length > 0 ? corrected : null }
}

/** A keyword with what the index needs to answer it; one condition leads by itself and is not counted. */
export interface Prepared extends Conditions {
  completions: Map<string, string[]>
  counts: number[] | null
}

export async function prepare(db: Kysely<Database>, keyword: Keyword): Promise<Prepared> {
  const words = keyword.pieces.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  const completions = await completionsOf(db, words)
  const conditions = conditionsOf(keyword, completions)
  const isAlone = conditions.conditions.length === 1
  return { ...conditions, completions, counts: isAlone ? null : await countMatches(db, conditions.conditions) }
}

function toSearchQuery(
  db: Kysely<Database>,
  { whole }: Keyword,
  { conditions, verified, counts }: Prepared,
  page: Page
) {
  return findDramas(db, { ...page, whole, conditions, counts, verified, places: everywhere })
}

/** The keyword with every word that is nowhere replaced; null when one of them resembles no word we know. */
async function correctSpelling(
  db: Kysely<Database>,
  { pieces }: Keyword,
  completions: ReadonlyMap<string, readonly string[]>
): Promise<string | null> {
  const meant: string[] = []
  for (const { kind, text } of pieces) {
    const isKnown = kind === 'run' || (completions.get(text) ?? []).length > 0 || (await isAnywhere(db, text))
    const word = isKnown ? text : await correctionOf(db, text)
    if (word === null) return null
    meant.push(word)
  }
  const surfaces = await surfacesOf(db, meant)
  return meant.map(word => surfaces.get(word) ?? word).join(' ')
}

async function isAnywhere(db: Kysely<Database>, token: string): Promise<boolean> {
  const [count = 0] = await countMatches(db, [[{ token, isWhole: true }]])
  return count > 0
}
