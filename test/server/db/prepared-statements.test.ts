import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createStatementNames, isPreparedStatementError } from '../../../server/db/postgres/prepared-statements.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { transaction } from '../../../server/db/transaction.js'
import { engines, freshDatabase, openPostgres } from '../support/servers/test-database.js'

test('what comes again and again gets a name of its own, what reads whole rows never, and nothing once that was given up', () => {
  const names = createStatementNames()
  const often = (statement: string) => Array.from({ length: 6 }, () => names.nameOf(statement)).at(-1)
  const one = often('select "coins" from "users" where "id" = $1')
  expect(one).toEqual(expect.any(String))
  expect(names.nameOf('select "coins" from "users" where "id" = $1')).toBe(one)
  expect(often('select count(*) from "users" where "id" = $1')).not.toBe(one)
  expect(names.nameOf('select "bonus" from "users" where "id" = $1')).toBeUndefined()
  expect(often('select "coins" * 2 from jsonb_to_recordset($1) as "row" ("coins" integer)')).toEqual(expect.any(String))
  expect(often('select * from jsonb_to_recordset($1) as "row" ("coins" integer)')).toEqual(expect.any(String))
  for (const whole of ['select * from "users"', 'select "users".* from "users"', 'update "users" returning *'])
    expect(often(whole)).toBeUndefined()
  names.disable()
  expect(names.nameOf('select "coins" from "users" where "id" = $1')).toBeUndefined()
})

test('texts without end fill no memory: some hundred get a name', () => {
  const names = createStatementNames()
  const named = Array.from({ length: 5000 }, (_, index) => {
    const readName = () => names.nameOf(`select ${index}`)
    return [readName(), readName(), readName(), readName(), readName(), readName()].at(-1)
  })
  expect(named.filter(name => name !== undefined)).toHaveLength(300)
  expect(isPreparedStatementError({ code: '26000' })).toBe(true)
  expect(isPreparedStatementError(new Error('other'))).toBe(false)
})

test('the name of a statement is the same in every process, and of no other statement', () => {
  const often = (statement: string) => {
    const names = createStatementNames()
    return Array.from({ length: 6 }, () => names.nameOf(statement)).at(-1)
  }
  expect(often('select 1')).toBe(often('select 1'))
  expect(often('select 1')).not.toBe(often('select 2'))
})

test.each(engines.filter(engine => engine === 'postgres'))(
  'a connection that another has emptied repeats the statement, and goes on without names, on %s',
  async () => {
    const db = openPostgres(await freshDatabase())
    onTestFinished(() => db.destroy())
    const selectValue = async (value: number, on: Kysely<Database> = db) =>
      (await sql<{ one: number }>`select ${value}::int as one`.execute(on)).rows[0]?.one
    for (let count = 0; count < 8; count++) expect(await selectValue(count)).toBe(count)
    const { rows } =
      await sql`select name from pg_prepared_statements where statement like 'select $1::int as one'`.execute(db)
    expect(rows).toHaveLength(1)
    await sql`deallocate all`.execute(db)
    expect([await selectValue(1), await selectValue(2)]).toEqual([1, 2])
    expect((await sql`select name from pg_prepared_statements`.execute(db)).rows).toEqual([])
  }
)

test.each(engines.filter(engine => engine === 'postgres'))(
  'a transaction whose connection another has emptied is done again as a whole, on %s',
  async () => {
    const db = openPostgres(await freshDatabase())
    onTestFinished(() => db.destroy())
    await sql`create table counted (value integer)`.execute(db)
    const insert = (on: Kysely<Database>) => sql`insert into counted (value) values (${1}::int)`.execute(on)
    for (let count = 0; count < 8; count++) await insert(db)
    let attempts = 0
    await transaction(db, async trx => {
      attempts += 1
      if (attempts === 1) await sql`deallocate all`.execute(trx)
      await insert(trx)
    })
    expect(attempts).toBe(2)
    expect((await sql`select count(*)::int as count from counted`.execute(db)).rows).toEqual([{ count: 9 }])
  }
)
