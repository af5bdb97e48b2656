// `npx tsx test/bench/catalogue/console-list.ts [dramas]`: the console's list of dramas, on both engines.
import { sql } from 'kysely'
import { migrate } from '../../../server/db/migrate.js'
import { type DramaListQuery, listDramas } from '../../../server/modules/catalogue/edit/drama-list.js'
import { indexOutdatedNames } from '../../../server/modules/catalogue/edit/drama-names.js'
import { startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { openEmptyDatabase, type TestDatabase } from '../../server/support/servers/test-database.js'
import { makeDrama } from './make-drama.js'

const count = Number(process.argv[2] ?? 100_000)
const ROWS_PER_INSERT = 500
const NAMES_PER_ROUND = 5000
const RUNS = 7

const base = { filter: 'all', sort: 'updated', size: 50 } as const
const queries: Record<string, DramaListQuery> = {
  'newest changes': base,
  'by plays': { ...base, sort: 'plays' },
  'by id, offline': { ...base, filter: 'offline', sort: 'id' },
  'texts missing': { ...base, filter: 'needs_texts' },
  'a frequent word': { ...base, q: makeDrama(0).title.en.split(' ')[0] },
  'one letter': { ...base, q: 'a', sort: 'plays' },
  'two frequent words': { ...base, q: 'the of' },
  'two letters': { ...base, q: 't 7' },
  'a whole id': { ...base, q: makeDrama(count - 1).id },
  'a chinese title': { ...base, q: makeDrama(5).title['zh-cn'] },
  nothing: { ...base, q: 'zzzzqqqq' }
}

for (const engine of ['postgres', 'pglite'] as const) {
  const postgres = engine === 'postgres' ? await startPostgres() : null
  const database = await openEmptyDatabase(engine, undefined, await postgres?.createDatabase())
  await fill(database)
  console.log(`${engine}, ${count} dramas`)
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = []
    let found = 0
    for (let run = 0; run < RUNS; run++) {
      const start = performance.now()
      found = (await listDramas(database.db, query)).list.length
      times.push(performance.now() - start)
    }
    const sorted = times.toSorted((one, other) => one - other)
    console.log(
      `  ${name.padEnd(30)} median ${sorted[3]?.toFixed(1)} ms, worst ${sorted.at(-1)?.toFixed(1)} ms, ${found} rows`
    )
  }
  await database.close()
  await postgres?.stop()
}

async function fill({ db }: TestDatabase): Promise<void> {
  await migrate(db)
  for (let from = 0; from < count; from += ROWS_PER_INSERT) {
    const rows = Array.from({ length: Math.min(ROWS_PER_INSERT, count - from) }, (_, index) => {
      const { id, title, synopsis, category, tags, cast, playCount, isFinished, onlineAt } = makeDrama(from + index)
      return { id, title, synopsis, category, tags, cast, playCount, isFinished, onlineAt }
    })
    await sql`insert into dramas (id, slug, package_hash, status, title, synopsis, category, tags, cast_names, lang_audio,
        subtitles, age_rating, colour, free_count, default_price, is_finished, score, play_count, sort, episode_count,
        total_duration_s, cover, banner, online_at, updated_at)
      select id, replace(id, 'd_', ''), 'made', case when random() < 0.9 then 'online' else 'offline' end, title, synopsis,
        category, tags, "cast", 'pt', '["pt"]', '14', '#aa3355', 3, 60, "isFinished", 8, "playCount", 1, 30, 2700,
        'cover.webp', 'banner.webp', "onlineAt", "onlineAt"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (id text, title jsonb, synopsis jsonb, category jsonb,
        tags jsonb, "cast" jsonb, "playCount" bigint, "isFinished" boolean, "onlineAt" timestamptz)`.execute(db)
  }
  while ((await indexOutdatedNames(db, NAMES_PER_ROUND)) === NAMES_PER_ROUND);
}
