import type { Kysely } from 'kysely'
import { readMigrationNames } from '../migrate.js'
import type { Database } from '../schema/schema.js'
import { createTableDigest, DUMP_FORMAT, type DumpFooter, type DumpHeader } from './dump-format.js'
import { readRows, readSequences, readTables, setTextFormats } from './read-tables.js'

/** Yields blocks of whole lines, all of one moment. Holds a connection until the end or `return()`. */
export async function* dumpDatabase(db: Kysely<Database>): AsyncGenerator<string> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    await setTextFormats(trx)
    const tables = await readTables(trx)
    const header: DumpHeader = { format: DUMP_FORMAT, migrations: await readMigrationNames(trx), tables }
    yield toLine(header)
    const digests: DumpFooter['tables'] = {}
    for (const table of tables) {
      yield toLine({ table: table.name })
      const digest = createTableDigest()
      for await (const rows of readRows(trx, table)) {
        for (const row of rows) digest.add(row)
        yield `${rows.join('\n')}\n`
      }
      digests[table.name] = digest.read()
    }
    // Sequences ignore transactions. Read last, they are never behind the rows.
    const footer: DumpFooter = { end: true, tables: digests, sequences: await readSequences(trx) }
    yield toLine(footer)
  } finally {
    await trx.rollback().execute()
  }
}

const toLine = (content: object) => `${JSON.stringify(content)}\n`
