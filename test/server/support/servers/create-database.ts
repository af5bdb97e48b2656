import pg from 'pg'

/** Creates a database on the server with the address `server`. Returns its address. */
export async function createDatabase(server: string, template = 'template0'): Promise<string> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}
