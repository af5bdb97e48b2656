// `npm run bench:retention`: what it costs to delete old beats, as the job does it, and to vacuum after it.
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrate } from '../../../server/db/migrate.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { deleteOldBeats } from '../../../server/modules/play/beat-retention.js'
import { startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { BUSY_LIMIT, measureForeignLoad } from '../support/machine-load.js'
import { cpuBetween, cpuOf } from '../support/process-cpu.js'
import { runBench } from '../support/run-bench.js'
import { formatTable } from '../support/statistics.js'

const DAYS = 36
/** One play of a viewer's day. */
const BEATS_PER_PLAY = 6
const beats = Number(process.env.BENCH_BEATS ?? 5_000_000)
/** The oldest of the days is deleted. */
const perDay = Math.floor(beats / DAYS)
const users = Math.floor(perDay / BEATS_PER_PLAY)
const now = new Date()

await runBench(run)

async function run(): Promise<void> {
  if (!Number.isInteger(beats) || beats < DAYS * BEATS_PER_PLAY) throw new Error('BENCH_BEATS: a whole number from 216')
  const postgres = await startPostgres(['fsync=on', 'synchronous_commit=on', 'autovacuum=off', 'max_wal_size=4GB'])
  // A connection without the server's time limits, because filling takes longer.
  const pool = new pg.Pool({ connectionString: await postgres.createDatabase() })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db)
    const load = await measureForeignLoad()
    if (load > BUSY_LIMIT) console.error(`other processes use ${(load * 100).toFixed(0)} % of the machine`)
    const measure = async (work: () => Promise<void>) => {
      const before = cpuOf([], postgres.pid())
      const startedAt = performance.now()
      await work()
      const seconds = (performance.now() - startedAt) / 1000
      return { seconds, cpuSeconds: cpuBetween(before, cpuOf([], postgres.pid()))?.postgres ?? 0 }
    }
    await sql`insert into watch_clocks (user_id, counted_until)
      select 'u_' || md5(n::text), ${now} from generate_series(1, ${users}::int) n`.execute(db)
    const filled = await measure(() => fillBeats(db))
    await sql`vacuum analyze watch_beats`.execute(db)
    const { rows: sizes } = await sql<{ bytes: string }>`select pg_total_relation_size('watch_beats') as bytes`.execute(
      db
    )
    let deleted = 0
    const before = new Date(now.getTime() - (DAYS - 1) * 86_400_000)
    const deleting = await measure(async () => {
      for (let after: string | null = ''; after !== null; ) {
        const { count, next } = await deleteOldBeats(db, before, after)
        deleted += count
        after = next
      }
    })
    if (deleted !== perDay) throw new Error(`${deleted} of ${perDay} beats were deleted`)
    const idle = await measure(async () => {
      for (let after: string | null = ''; after !== null; ) after = (await deleteOldBeats(db, before, after)).next
    })
    const vacuum = await measure(async () => {
      await sql`vacuum watch_beats`.execute(db)
    })
    const toRow = (name: string, count: number, { seconds, cpuSeconds }: typeof filled) => [
      name,
      `${count}`,
      seconds.toFixed(1),
      ((cpuSeconds * 1e6) / count).toFixed(1)
    ]
    console.log(
      formatTable([
        [`${beats} beats of ${users} viewers in ${DAYS} days`, 'rows', 'seconds', 'Postgres, µs a row'],
        toRow('written in bulk', perDay * DAYS, filled),
        toRow('the oldest day deleted', deleted, deleting),
        toRow('a round that finds nothing, a viewer', users, idle),
        toRow('vacuum after it, a deleted row', deleted, vacuum)
      ])
    )
    console.log(`\n  ${Math.round(Number(sizes[0]?.bytes) / (perDay * DAYS))} bytes a beat, with its indexes`)
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}

/** A day after the other; each viewer plays once a day. */
async function fillBeats(db: Kysely<Database>): Promise<void> {
  for (let day = 0; day < DAYS; day++) {
    const start = new Date(now.getTime() - (DAYS - day) * 86_400_000 + 1)
    await sql`insert into watch_beats (user_id, play_id, seq, episode_id, from_s, to_s, played_s, at)
      select 'u_' || md5((1 + n % ${users}::int)::text), 'p_' || ${day}::int || '_' || md5((n % ${users}::int)::text), n / ${users}::int,
        'e_' || n % 500, 0, 15, 15, ${start}::timestamptz + make_interval(secs => 80000.0 * n / ${perDay}::int)
      from generate_series(0, ${perDay}::int - 1) n`.execute(db)
  }
}
