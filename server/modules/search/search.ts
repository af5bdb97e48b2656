import type { Kysely } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Database } from '../../db/schema/schema.js'
import { type Keyword, parseKeyword, type SearchConditions, toConditions } from './keyword.js'
import { countMatches, findDramas, type SearchCursor, type SearchMatch } from './match-queries.js'
import { tokenWeightClasses } from './search-document.js'
import { findCompletions, findCorrection, findSurfaces } from './vocabulary.js'

export interface SearchResult {
  rows: SearchMatch[]
  corrected: string | null
}

interface PageRequest {
  lang: Lang
  after: SearchCursor | null
  limit: number
}

const allPlaces = [
  tokenWeightClasses.title,
  tokenWeightClasses.cast,
  tokenWeightClasses.tag,
  tokenWeightClasses.synopsis
]

export async function searchDramas(db: Kysely<Database>, text: string, page: PageRequest): Promise<SearchResult> {
  const keyword = parseKeyword(text)
  if (keyword.pieces.length === 0) return { rows: [], corrected: null }
  const prepared = await prepareKeyword(db, keyword)
  const rows = await runSearch(db, keyword, prepared, page)
  if (rows.length > 0 || !(await hasUnmatchedPiece(db, prepared))) return { rows, corrected: null }
  return searchCorrected(db, keyword, prepared, page)
}

async function hasUnmatchedPiece(db: Kysely<Database>, { conditions, counts }: PreparedKeyword): Promise<boolean> {
  return (counts ?? (await countMatches(db, conditions))).includes(0)
}

async function searchCorrected(
  db: Kysely<Database>,
  keyword: Keyword,
  prepared: PreparedKeyword,
  page: PageRequest
): Promise<SearchResult> {
  const corrected = await correctSpelling(db, keyword, prepared.completions)
  if (corrected === null) return { rows: [], corrected: null }
  const correctedKeyword = parseKeyword(corrected)
  const rows = await runSearch(db, correctedKeyword, await prepareKeyword(db, correctedKeyword), page)
  return { rows, corrected: rows.length > 0 ? corrected : null }
}

export interface PreparedKeyword extends SearchConditions {
  completions: Map<string, string[]>
  counts: number[] | null
}

export async function prepareKeyword(db: Kysely<Database>, keyword: Keyword): Promise<PreparedKeyword> {
  const words = keyword.pieces.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  const completions = await findCompletions(db, words)
  const conditions = toConditions(keyword, completions)
  const isSingle = conditions.conditions.length === 1
  return { ...conditions, completions, counts: isSingle ? null : await countMatches(db, conditions.conditions) }
}

function runSearch(
  db: Kysely<Database>,
  { whole }: Keyword,
  { conditions, requiredTexts, counts }: PreparedKeyword,
  page: PageRequest
) {
  return findDramas(db, { ...page, whole, conditions, counts, requiredTexts, places: allPlaces })
}

async function correctSpelling(
  db: Kysely<Database>,
  { pieces }: Keyword,
  completions: ReadonlyMap<string, readonly string[]>
): Promise<string | null> {
  const correctedWords: string[] = []
  for (const { kind, text } of pieces) {
    const isKnown = kind === 'run' || (completions.get(text) ?? []).length > 0 || (await isIndexed(db, text))
    const word = isKnown ? text : await findCorrection(db, text)
    if (word === null) return null
    correctedWords.push(word)
  }
  const surfaces = await findSurfaces(db, correctedWords)
  return correctedWords.map(word => surfaces.get(word) ?? word).join(' ')
}

async function isIndexed(db: Kysely<Database>, token: string): Promise<boolean> {
  const [count = 0] = await countMatches(db, [[{ token, isWhole: true }]])
  return count > 0
}
