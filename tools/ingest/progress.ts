/** What a run tells while it works. `server/modules/ingest/ingest-program.ts` reads the lines of JSON. */
export interface IngestReport {
  log(line: string): void
  begin(episodes: number): void
  /** `done` episodes are finished, and `file` comes now. */
  episode(file: string, done: number): void
  /** How much of the current episode is encoded. */
  percent(percent: number): void
}

export const createTextProgress = (log: (line: string) => void): IngestReport => ({
  log,
  begin: () => undefined,
  episode: () => undefined,
  percent: () => undefined
})

export const createJsonProgress = (print: (line: string) => void): IngestReport => {
  let lastPercent = 0
  const write = (event: object) => print(JSON.stringify(event))
  return {
    log: line => write({ event: 'log', line }),
    begin: episodes => write({ event: 'begin', episodes }),
    episode(file, done) {
      lastPercent = 0
      write({ event: 'episode', file, done })
    },
    percent(percent) {
      if (percent === lastPercent) return
      lastPercent = percent
      write({ event: 'percent', percent })
    }
  }
}
