// Time to the first frame of a deep link, compared with bare pages that play the same stream.
import { type Episode, film, sample } from '../support/episodes.js'
import { measureForeignLoad } from '../support/machine-load.js'
import { type Network, networks } from '../support/networks.js'
import { type PageLoad, watchFirstFrame, withPage } from '../support/page-load.js'
import type { Stage } from '../support/product.js'

const players = ['widget', 'light', 'mp4'] as const
export type RacePlayer = (typeof players)[number]

export interface Round {
  /** `mp4` only with the film. */
  loads: Partial<Record<RacePlayer, PageLoad>>
  /** Share of the CPU that other processes used before the loads; the highest value. */
  foreignLoad: number
}

export interface Race {
  episode: Episode
  network: Network
  rounds: Round[]
}

export async function raceAll(
  stage: Stage,
  { watcher, rounds, onRound }: { watcher: string; rounds: number; onRound(text: string): void }
): Promise<Race[]> {
  const races = [film, sample].flatMap(episode => networks.map((network): Race => ({ episode, network, rounds: [] })))
  for (let round = 0; round < rounds; round++) {
    for (const race of races) race.rounds.push(await measureRound(stage, { watcher, race, round }))
    onRound(`round ${round + 1} of ${rounds}`)
  }
  return races
}

interface RoundOptions {
  watcher: string
  race: Race
  round: number
}

async function measureRound(stage: Stage, { watcher, race, round }: RoundOptions): Promise<Round> {
  const { episode, network } = race
  const loads: Round['loads'] = {}
  let foreignLoad = 0
  stage.delayPreflights(network.conditions?.latency ?? 0)
  const load = async (address: string) => {
    foreignLoad = Math.max(foreignLoad, await measureForeignLoad())
    return checkEpisode(await withPage({ watcher, network }, page => watchFirstFrame(page, address)), episode)
  }
  const entered = players.filter(player => player !== 'mp4' || episode === film)
  // Each round starts with another player, so that a warm machine favours none.
  for (const index of entered.keys()) {
    const player = entered[(index + round) % entered.length] ?? 'widget'
    if (player === 'widget') loads.widget = await load(episode === film ? stage.pages.play : stage.pages.playSample)
    else {
      const page = await stage.openBarePage({ episode, way: player })
      loads[player] = await load(page.address).finally(page.stop)
    }
  }
  return { loads, foreignLoad }
}

function checkEpisode(sight: PageLoad, { name, code }: Episode): PageLoad {
  const seen = sight.frame?.episode
  if (seen?.drama === code.drama && seen.episode === code.episode) return sight
  throw new Error(`the first frame is not that of the ${name}: ${JSON.stringify(seen)}`)
}

export const timeOf = (sight: { frame: { at: number } | null } | undefined) => sight?.frame?.at ?? Number.NaN
