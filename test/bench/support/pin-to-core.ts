import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Whether each of `servers` can have a core of its own, with two more for Postgres and the bench. */
export const hasCores = (servers: number) => availableParallelism() >= servers + 2

/** Gives the process that core if there are enough for all servers. Does nothing without `taskset`. */
export function pinToCore(pid: number | undefined, core: number, servers: number): void {
  if (pid === undefined || !hasCores(servers)) return
  spawnSync('taskset', ['-a', '-cp', `${core}`, `${pid}`], { stdio: 'ignore' })
}
