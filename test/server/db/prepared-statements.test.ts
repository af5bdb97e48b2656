import { expect, test } from 'vitest'
import { createStatementNames, isPreparedStatementError } from '../../../server/db/postgres/prepared-statements.js'

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
