import { startPostgres } from './embedded-postgres.js'

/** One Postgres for the whole run; every test server gets a database of its own in it. */
export default async function setup() {
  const postgres = await startPostgres()
  process.env.TEST_POSTGRES_URL = postgres.url('postgres')
  return () => postgres.stop()
}
