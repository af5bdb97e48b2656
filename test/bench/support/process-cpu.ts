import { readdirSync, readFileSync } from 'node:fs'

export interface Cpu {
  generator: number
  servers: number
  postgres: number
}

/** USER_HZ, which is 100 on every Linux machine. */
const TICKS_PER_SECOND = 100

/** Of the processes of this benchmark only: `postgres` is the pid of its first Postgres process. Null outside Linux. */
export function cpuOf(servers: readonly number[], postgres: number | undefined): Cpu | null {
  if (process.platform !== 'linux') return null
  const used: Cpu = { generator: 0, servers: 0, postgres: 0 }
  for (const { pid, parent, seconds, endedSeconds } of readProcesses()) {
    if (pid === process.pid) used.generator += seconds
    else if (servers.includes(pid)) used.servers += seconds
    else if (pid === postgres) used.postgres += seconds + endedSeconds
    else if (parent === postgres) used.postgres += seconds
  }
  return used
}

export const cpuBetween = (before: Cpu | null, after: Cpu | null): Cpu | null =>
  before === null || after === null
    ? null
    : {
        generator: after.generator - before.generator,
        servers: after.servers - before.servers,
        postgres: after.postgres - before.postgres
      }

function readProcesses() {
  return readdirSync('/proc')
    .filter(entry => /^\d+$/.test(entry))
    .flatMap(entry => {
      try {
        return [readProcess(Number(entry))]
      } catch {
        return []
      }
    })
}

/** `endedSeconds` is the time of its child processes that have ended: Postgres has one for each connection. */
function readProcess(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const sum = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND
  return { pid, parent: Number(fields[1]), seconds: sum(11), endedSeconds: sum(13) }
}
