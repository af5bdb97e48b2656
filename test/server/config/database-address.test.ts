import { expect, test } from 'vitest'
import { listDatabaseHosts, parseDatabaseAddresses } from '../../../server/config/database-address.js'

test('an address of several hosts is one address for each, with the same user, database and parameters', () => {
  expect(parseDatabaseAddresses('postgres://me:p%40ss@one:5432,two,[::1]:5433/drama?sslmode=require')).toEqual([
    'postgres://me:p%40ss@one:5432/drama?sslmode=require',
    'postgres://me:p%40ss@two/drama?sslmode=require',
    'postgres://me:p%40ss@[::1]:5433/drama?sslmode=require'
  ])
  expect(parseDatabaseAddresses('postgresql:///drama')).toEqual(['postgresql:///drama'])
  expect(listDatabaseHosts('postgres://me:secret@one:5432,two/drama')).toBe('one:5432, two')
})

test.each(['', 'drama', 'mysql://one/drama', 'postgres://one:port/drama', 'postgres://one,two:99999999/drama'])(
  '"%s" is no address of a database',
  value => {
    expect(() => parseDatabaseAddresses(value)).toThrow(TypeError)
  }
)
