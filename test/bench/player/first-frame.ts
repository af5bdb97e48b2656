// Time to the first frame of a deep link, compared with a bare page that plays the same stream.
import type { PageRecord } from '../support/in-page.js'
import { measureForeignLoad } from '../support/machine-load.js'
import { type Network, networks } from '../support/networks.js'
import { watchFirstFrame, withPage } from '../support/page-load.js'
import { DEEP_LINK, type Stage } from '../support/product.js'

/** Number of the deep link's drama, as encoded in the sample's video frames. */
const DRAMA_NUMBER = 1

export interface Round {
  widget: PageRecord
  bare: PageRecord
  /** Share of the CPU that other processes used before the two loads; the higher value. */
  foreignLoad: number
}

export interface Race {
  network: Network
  rounds: Round[]
}

export async function raceAll(
  stage: Stage,
  { watcher, rounds, onRound }: { watcher: string; rounds: number; onRound(text: string): void }
): Promise<Race[]> {
  const races = networks.map((network): Race => ({ network, rounds: [] }))
  for (let round = 0; round < rounds; round++) {
    for (const race of races) {
      race.rounds.push(await measureRound(stage, { watcher, network: race.network, isBareFirst: round % 2 === 1 }))
    }
    onRound(`round ${round + 1} of ${rounds}`)
  }
  return races
}

interface RoundOptions {
  watcher: string
  network: Network
  isBareFirst: boolean
}

async function measureRound(stage: Stage, { isBareFirst, ...conditions }: RoundOptions): Promise<Round> {
  const loads: number[] = []
  stage.delayPreflights(conditions.network.conditions?.latency ?? 0)
  const load = async (address: string) => {
    loads.push(await measureForeignLoad())
    return withPage(conditions, page => watchFirstFrame(page, address)).then(checkEpisode)
  }
  const loadBare = async () => {
    const page = await stage.openBarePage()
    return load(page.address).finally(page.stop)
  }
  const first = isBareFirst ? await loadBare() : undefined
  const widget = await load(stage.pages.play)
  return { widget, bare: first ?? (await loadBare()), foreignLoad: Math.max(...loads) }
}

function checkEpisode(sight: PageRecord): PageRecord {
  const seen = sight.frame?.episode
  if (seen?.drama === DRAMA_NUMBER && seen.episode === DEEP_LINK.number) return sight
  throw new Error(`the first frame is not episode ${DEEP_LINK.number} of ${DEEP_LINK.dramaId}: ${JSON.stringify(seen)}`)
}

export const timeOf = (sight: PageRecord) => sight.frame?.at ?? Number.NaN
