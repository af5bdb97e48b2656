import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createStatementNames, isPreparedStatementError } from '../../../server/db/postgres/prepared-statements.js'
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

test.each(engines.filter(engine => engine === 'postgres'))(
  'a connection that another has emptied fails once, and the next request goes on without names, on %s',
  async () => {
    const db = openPostgres(await freshDatabase())
    onTestFinished(() => db.destroy())
    const selectValue = async (value: number) =>
      (await sql<{ one: number }>`select ${value}::int as one`.execute(db)).rows[0]?.one
    for (let count = 0; count < 8; count++) expect(await selectValue(count)).toBe(count)
    const { rows } =
      await sql`select name from pg_prepared_statements where statement like 'select $1::int as one'`.execute(db)
    expect(rows).toHaveLength(1)
    await sql`deallocate all`.execute(db)
    await expect(selectValue(1)).rejects.toMatchObject({ code: '26000' })
    expect([await selectValue(2), await selectValue(3)]).toEqual([2, 3])
    expect((await sql`select name from pg_prepared_statements`.execute(db)).rows).toEqual([])
  }
)
