import pg from 'pg'

const PROBE_TIMEOUT_MS = 1000

/** Of several hosts with the same database, knows the one that accepts writes. */
export interface PrimaryFinder {
  address(): string
  /** Asks all hosts, once for all who call at the same time. Without an answer it stays as it was. */
  find(): Promise<void>
}

export function createPrimaryFinder(addresses: readonly [string, ...string[]]): PrimaryFinder {
  let current = addresses[0]
  let searching: Promise<void> | null = null

  async function search() {
    // The current one last: it has just failed.
    for (const address of [...addresses.filter(other => other !== current), current])
      if (await isPrimary(address)) {
        current = address
        return
      }
  }

  return {
    address: () => current,
    find: () => {
      if (addresses.length === 1) return Promise.resolve()
      searching ??= search().finally(() => {
        searching = null
      })
      return searching
    }
  }
}

async function isPrimary(connectionString: string): Promise<boolean> {
  const timeouts = { connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS }
  const client = new pg.Client({ connectionString, ...timeouts })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select not pg_is_in_recovery() as is_primary')
    return rows[0]?.is_primary === true
  } catch {
    return false
  } finally {
    // Not awaited: a frozen host never closes the connection.
    void client.end().catch(() => undefined)
  }
}
