/** The samples of a scrape by name, as Prometheus reads them. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/

export function parseScrape(text: string): Sample[] {
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return lines.map(line => {
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? []
    if (name === undefined) throw new Error(`no sample: ${line}`)
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text])
    return { name, labels: Object.fromEntries(pairs), value: Number(value) }
  })
}

/** The sum of the samples that have these labels; undefined if there is none. */
export function readSample(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {}
): number | undefined {
  const wanted = Object.entries(labels)
  const found = samples.filter(sample => sample.name === name && wanted.every(([key, v]) => sample.labels[key] === v))
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
}
