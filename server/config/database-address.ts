/**
 * One address for each host of a connection string, which may name several hosts, as libpq does:
 * `postgres://one:5432,two:5433/drama`. Throws TypeError if it is not an address of a database, without
 * repeating it: it contains a password.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function parseDatabaseAddresses(value: string): [string, ...string[]] {
  const [, start, hosts, end] = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(value) ?? []
  const [first, ...others] = (hosts ?? '').split(',').map(host => `${start}${host}${end}`)
  if (start === undefined || first === undefined || ![first, ...others].every(address => URL.canParse(address)))
    throw new TypeError('not an address of a database')
  return [first, ...others]
}

/** Without the password. */
export const listDatabaseHosts = (value: string) =>
  parseDatabaseAddresses(value)
    .map(address => new URL(address).host)
    .join(', ')
