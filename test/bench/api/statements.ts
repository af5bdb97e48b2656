import type pg from 'pg'

export interface Statements {
  queries: number
  commits: number
}

export const prepareStatementCount = (client: pg.Client) =>
  client.query('create extension if not exists pg_stat_statements')

/** Since the last call, of the database of `client`. */
export async function takeStatements(client: pg.Client): Promise<Statements> {
  const { rows } = await client.query(
    `select coalesce(sum(calls) filter (where query !~* '^(begin|commit|start|rollback|set)\\M'), 0)::int as queries,
            coalesce(sum(calls) filter (where query ~* '^commit\\M'), 0)::int as commits
     from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database())
       and query !~ 'pg_stat_statements'`
  )
  await client.query(
    'select pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()), 0)'
  )
  return rows[0]
}
