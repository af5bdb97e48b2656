import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'

interface TemplateTable {
  name: string
  /** Columns that can be inserted. */
  columns: string
  rows: string
}

interface Pooled {
  pglite: PGlite
  template: { schema: string; tables: TemplateTable[]; sequences: { name: string; value: string; called: boolean }[] }
}

const idle: Pooled[] = []

/**
 * A database with the template's tables and rows. Starting PGlite takes 0.9 s of a processor and emptying the tables of
 * a used one 0.1 s, so `release` keeps the instance for the next test of the process.
 */
export async function takePGlite(templateFile: string): Promise<{ pglite: PGlite; release(): Promise<void> }> {
  const pooled = idle.pop() ?? (await start(templateFile))
  return {
    pglite: pooled.pglite,
    async release() {
      if (await reset(pooled).catch(() => false)) idle.push(pooled)
      else await pooled.pglite.close()
    }
  }
}

export async function openPGlite(file: string): Promise<PGlite> {
  const loadDataDir = new Blob([readFileSync(file)], { type: 'application/x-tar' })
  return PGlite.create({ loadDataDir, parsers: { 20: (text: string) => text } })
}

async function start(templateFile: string): Promise<Pooled> {
  const pglite = await openPGlite(templateFile)
  const tables: TemplateTable[] = []
  for (const name of await usedTables(pglite)) {
    const [columns] = await query<{ list: string }>(
      pglite,
      `select string_agg(format('%I', attname), ', ' order by attnum) as list from pg_attribute
       where attrelid = '${name}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
    )
    const [rows] = await query<{ list: string }>(pglite, `select json_agg(t)::text as list from ${name} t`)
    tables.push({ name, columns: columns?.list ?? '', rows: rows?.list ?? '[]' })
  }
  const sequences = await query<{ name: string; value: string; called: boolean }>(
    pglite,
    `select format('%I', sequencename) as name, coalesce(last_value, start_value)::text as value,
       last_value is not null as called from pg_sequences where schemaname = 'public'`
  )
  return { pglite, template: { schema: await schemaOf(pglite), tables, sequences } }
}

/** False if a test has changed the schema. */
async function reset({ pglite, template }: Pooled): Promise<boolean> {
  await pglite.exec('rollback')
  await pglite.exec('discard all')
  if ((await schemaOf(pglite)) !== template.schema) return false
  const used = await usedTables(pglite)
  // Replica mode disables triggers and foreign keys, which forbid some of this.
  await pglite.exec(`set session_replication_role = replica; ${used.length > 0 ? `truncate ${used.join(', ')}` : ''}`)
  for (const { name, columns, rows } of template.tables) {
    const insert = `insert into ${name} (${columns}) overriding system value`
    await pglite.query(`${insert} select ${columns} from json_populate_recordset(null::${name}, $1)`, [rows])
  }
  for (const { name, value, called } of template.sequences)
    await pglite.exec(`select setval('${name}', ${value}, ${called})`)
  await pglite.exec('set session_replication_role = origin')
  return true
}

async function usedTables(pglite: PGlite): Promise<string[]> {
  const tables = await query<{ name: string }>(
    pglite,
    `select format('%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
  )
  const checks = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
  return (await query<{ name: string }>(pglite, checks.join(' union all '))).map(({ name }) => name)
}

/** Changes with every table, column, index, function and trigger. */
async function schemaOf(pglite: PGlite): Promise<string> {
  const rows = await query(
    pglite,
    `select (select md5(string_agg(oid || ' ' || relname, ' ' order by oid)) from pg_class
         where relnamespace = 'public'::regnamespace) as relations,
       (select md5(string_agg(attrelid || attname || atttypid || attnotnull::text, ' ' order by attrelid, attnum)) from pg_attribute
         where attnum > 0 and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)) as columns,
       (select md5(string_agg(oid || prosrc, ' ' order by oid)) from pg_proc
         where pronamespace = 'public'::regnamespace) as functions,
       (select md5(string_agg(oid || tgname || tgenabled::text, ' ' order by oid)) from pg_trigger) as triggers,
       (select md5(string_agg(oid || conname, ' ' order by oid)) from pg_constraint) as constraints`
  )
  return JSON.stringify(rows)
}

async function query<Row>(pglite: PGlite, statement: string): Promise<Row[]> {
  return (await pglite.query<Row>(statement)).rows
}
