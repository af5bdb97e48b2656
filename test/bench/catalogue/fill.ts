// Fills a migrated Postgres with generated dramas. Uses COPY and builds the indexes afterwards, because that is faster.

import { once } from 'node:events'
import { chmodSync, createWriteStream, mkdtempSync, rmSync, type WriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { toLabels } from '../../../server/modules/catalogue/label-writes.js'
import { toMisspellingRows, toPopularity, toWordRow } from '../../../server/modules/search/index-writes.js'
import { createSearchDocument, DOCUMENT_VERSION } from '../../../server/modules/search/search-document.js'
import { type MadeDrama, makeDrama } from './make-drama.js'

export const EPISODES = 30

const columns = {
  dramas:
    'id,slug,package_hash,status,title,synopsis,category,tags,cast_names,lang_audio,subtitles,age_rating,colour,free_count,default_price,is_finished,score,play_count,favorite_count,sort,episode_count,total_duration_s,cover,banner,online_at,updated_at',
  labels: 'id,title,drama_count',
  drama_labels: 'label_id,drama_id,play_count,online_at,is_finished',
  episodes: 'id,drama_id,no,asset,title,duration_s,price,captions,status',
  search_documents: 'drama_id,version,body',
  search_postings: 'drama_id,token,class,langs,popularity',
  search_words: 'word,surface,first_letter,first_letters,popularity',
  search_misspellings: 'spelling,word',
  drama_progress: 'user_id,drama_id,episode_no,position_s,duration_s,updated_at'
} as const
type Table = keyof typeof columns

type Cell = string | number | boolean | Date | object | null

export async function fill(client: pg.Client, count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'drama-bench-'))
  // COPY reads the files as the operating system user of Postgres.
  chmodSync(folder, 0o755)
  const files = new CopyFiles(folder)
  await writeAll(files, count)
  await files.end()
  const indexes = await dropIndexes(client)
  // Without the indexes, what the triggers look up for each row would read the whole table.
  await client.query('set session_replication_role = replica')
  for (const table of Object.keys(columns) as Table[]) {
    await client.query(`copy ${table} (${columns[table]}) from '${join(folder, table)}'`)
  }
  await client.query('reset session_replication_role')
  rmSync(folder, { recursive: true, force: true })
  await client.query("set maintenance_work_mem = '512MB'")
  for (const definition of indexes) await client.query(definition)
  await client.query(
    `insert into drama_entries (drama_id, state, play_count, updated_at)
     select id, status, play_count, updated_at from dramas`
  )
  await client.query('vacuum analyze')
}

async function writeAll(files: CopyFiles, count: number): Promise<void> {
  const words = new Map<string, ReturnType<typeof toWordRow>>()
  const labels = new Map<string, { title: object; count: number }>()
  for (let number = 0; number < count; number++) {
    const drama = makeDrama(number)
    writeDrama(files, drama, number)
    for (const { id, title } of toLabels(drama)) labels.set(id, { title, count: (labels.get(id)?.count ?? 0) + 1 })
    const popularity = toPopularity(drama.playCount)
    const {
      body,
      postings,
      words: own
    } = createSearchDocument({
      ...drama,
      labels: toLabels(drama).map(label => label.title)
    })
    files.write('search_documents', [drama.id, DOCUMENT_VERSION, body])
    for (const posting of postings) {
      files.write('search_postings', [drama.id, posting.token, posting.class, posting.langs, popularity])
    }
    // Dramas are ordered by falling play count, so the first drama with a word is its most played one.
    for (const word of own) if (!words.has(word[0])) words.set(word[0], toWordRow(word, popularity))
    await files.drained()
  }
  for (const [id, label] of labels) files.write('labels', [id, label.title, label.count])
  for (const row of words.values()) {
    files.write('search_words', Object.values(row))
    for (const { spelling, word } of toMisspellingRows(row)) files.write('search_misspellings', [spelling, word])
  }
}

function writeDrama(files: CopyFiles, drama: MadeDrama, number: number): void {
  const { id, title, synopsis, category, tags, cast, playCount, favoriteCount, onlineAt, isFinished } = drama
  files.write('dramas', [
    id,
    `drama-${number}`,
    'made',
    'online',
    title,
    synopsis,
    category,
    tags,
    cast,
    'pt',
    ['pt'],
    '14',
    '#aa3355',
    3,
    60,
    isFinished,
    8,
    playCount,
    favoriteCount,
    number,
    EPISODES,
    EPISODES * 90,
    'cover.webp',
    'banner.webp',
    onlineAt,
    onlineAt
  ])
  for (const label of toLabels(drama)) {
    files.write('drama_labels', [label.id, id, playCount, onlineAt, isFinished])
  }
  for (let no = 1; no <= EPISODES; no++) {
    const asset = (number * EPISODES + no).toString(16).padStart(16, '0')
    files.write('episodes', [`e_${id.slice(2)}_${no}`, id, no, asset, null, 90, null, [], 'online'])
  }
  for (let viewer = 0; viewer < 10; viewer++) {
    files.write('drama_progress', [`u_${viewer}-${number % 5000}`, id, 1, 30, 90, onlineAt])
  }
}

class CopyFiles {
  private readonly streams: Record<Table, WriteStream>
  private readonly pending: Record<Table, string[]>

  constructor(folder: string) {
    const tables = Object.keys(columns) as Table[]
    this.streams = Object.fromEntries(tables.map(name => [name, createWriteStream(join(folder, name))])) as never
    this.pending = Object.fromEntries(tables.map(name => [name, []])) as never
  }

  write(table: Table, row: readonly Cell[]): void {
    this.pending[table].push(`${row.map(formatCell).join('\t')}\n`)
  }

  async drained(): Promise<void> {
    for (const table of Object.keys(columns) as Table[]) await this.flush(table, 2000)
  }

  async end(): Promise<void> {
    for (const table of Object.keys(columns) as Table[]) {
      await this.flush(table, 1)
      this.streams[table].end()
      await once(this.streams[table], 'finish')
    }
  }

  private async flush(table: Table, minRows: number): Promise<void> {
    if (this.pending[table].length < minRows) return
    const hasRoom = this.streams[table].write(this.pending[table].join(''))
    this.pending[table] = []
    if (!hasRoom) await once(this.streams[table], 'drain')
  }
}

function formatCell(cell: Cell): string {
  if (cell === null) return '\\N'
  if (cell instanceof Date) return cell.toISOString()
  const text = typeof cell === 'object' ? JSON.stringify(cell) : `${cell}`
  return text.replace(
    /[\\\t\n\r]/g,
    character => `\\${character === '\\' ? '\\' : { '\t': 't', '\n': 'n', '\r': 'r' }[character]}`
  )
}

async function dropIndexes(client: pg.Client): Promise<string[]> {
  const tables = Object.keys(columns)
  const keys = await client.query(
    `select conname, conrelid::regclass::text as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype in ('p', 'u') and conrelid::regclass::text = any($1)`,
    [tables]
  )
  for (const { conname, name } of keys.rows) await client.query(`alter table ${name} drop constraint ${conname}`)
  const others = await client.query('select indexname, indexdef from pg_indexes where tablename = any($1)', [tables])
  for (const { indexname } of others.rows) await client.query(`drop index ${indexname}`)
  return [
    ...keys.rows.map(({ conname, name, definition }) => `alter table ${name} add constraint ${conname} ${definition}`),
    ...others.rows.map(({ indexdef }) => indexdef)
  ]
}
