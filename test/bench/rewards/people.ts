// Who takes part in the simulation, and from where they connect.
import { createDraw } from '../../support/seeded-random.js'

export type Kind = 'honest' | 'farmer'

/** One person, who is one visitor if honest, and many if not. */
export interface Person {
  kind: Kind
  group: string
  visitors: Visitor[]
}

export interface Visitor {
  address: string
  device: string
  userAgent: string
  lpid: string | undefined
  /** Minutes of film per day: 0, 5, 10 or 15. */
  minutes: number
  /** Pictures handed in per day, an hour apart. */
  shares: number
  /** Friends in other networks who open the link for each picture. */
  friends: number
  pays: boolean
  /** Hour of the day in which the visitor comes. */
  hour: number
  /** Those of an hour come by this number, from 0 to 1. */
  turn: number
}

export const HONEST = Number(process.env.BENCH_HONEST ?? 2000)
export const FARMERS = Number(process.env.BENCH_FARMERS ?? 200)
export const VISITORS_PER_FARMER = Number(process.env.BENCH_FARM_VISITORS ?? 90)
/** Farmers hand in pictures with their first visitors only, which keeps the run short. */
const SHARING_VISITORS = 5
const CARRIER_ADDRESS = '177.10.20.30'
export const CARRIER_NETWORK = '177.10.20.0/24'
const CARRIER_SHARE = 0.4
export const CARRIER_VIEWERS = Math.round(HONEST * CARRIER_SHARE)
const CAMPAIGNS = ['summer', 'winter', undefined]
const FIRST_HOUR = 9
const HOURS = 12

const browsers = [
  ...['Chrome/139 Mobile Android SM-A', 'Chrome/139 Mobile Android moto', 'Instagram Android', 'Chrome/139 Windows'],
  ...['Safari iPhone', 'FBAN/FBIOS iPhone', 'TikTok Android', 'Chrome/139 Mobile Android Redmi', 'Samsung Browser']
]

const draw = createDraw(17)
const pick = <Item>(items: readonly Item[]) => items[Math.floor(draw() * items.length)] as Item
/** The first browsers are the most frequent. */
const pickBrowser = () => browsers[Math.floor(draw() ** 2 * browsers.length)] ?? ''
const pickHour = () => FIRST_HOUR + Math.floor(draw() * HOURS)

function openHonest(index: number): Person {
  const share = index / HONEST
  // 40 % behind one address of a carrier, 30 % in homes of two, the others alone.
  const place = share < CARRIER_SHARE ? 'carrier' : share < 0.7 ? 'homes of two' : 'alone'
  const home = place === 'homes of two' ? Math.floor(index / 2) : index
  const address = place === 'carrier' ? CARRIER_ADDRESS : `186.${home >> 8}.${home & 255}.7`
  const watches = draw()
  const isSharing = draw() < 0.1
  const visitor: Visitor = {
    address,
    device: `honest ${index}`,
    userAgent: pickBrowser(),
    lpid: pick(CAMPAIGNS),
    hour: pickHour(),
    minutes: watches < 0.2 ? 15 : watches < 0.35 ? 10 : watches < 0.6 ? 5 : 0,
    shares: isSharing ? 1 : 0,
    friends: isSharing && draw() < 0.6 ? 3 : 0,
    pays: draw() < 0.03,
    turn: draw()
  }
  return { kind: 'honest', group: place, visitors: [visitor] }
}

const farms = [
  { group: 'no film, one network', minutes: 0, network: 'own' },
  { group: 'film, one network', minutes: 15, network: 'own' },
  { group: 'film, behind the carrier', minutes: 15, network: 'carrier' },
  { group: 'film, a network for each visitor', minutes: 15, network: 'each' }
] as const

function openFarmer(index: number): Person {
  const { group, minutes, network } = farms[index % farms.length] as (typeof farms)[number]
  const hour = pickHour()
  const lpid = pick(CAMPAIGNS)
  const visitors = Array.from({ length: VISITORS_PER_FARMER }, (_, no) => ({
    address:
      network === 'carrier'
        ? CARRIER_ADDRESS
        : network === 'own'
          ? `45.${index}.1.${no + 1}`
          : `${60 + Math.floor(index / 50)}.${index}.${no}.9`,
    device: `farm ${index} ${no}`,
    userAgent: browsers[0] ?? '',
    lpid,
    minutes,
    hour,
    turn: draw(),
    pays: false,
    shares: no < SHARING_VISITORS ? 3 : 0,
    // Visitors of the farm open each other's links.
    friends: network === 'each' ? 3 : 0
  }))
  return { kind: 'farmer', group, visitors }
}

export const openPeople = (): Person[] => [
  ...Array.from({ length: HONEST }, (_, index) => openHonest(index)),
  ...Array.from({ length: FARMERS }, (_, index) => openFarmer(index))
]

const taskBonus = (minutes: number) => 5 + (minutes >= 5 ? 10 : 0) + (minutes >= 10 ? 20 : 0) + (minutes >= 15 ? 30 : 0)

/** What everybody got before: each minute told counted, and each picture was approved after an hour. */
export const bonusBefore = ({ kind, visitors }: Person) =>
  visitors.reduce((sum, { minutes, shares }) => sum + taskBonus(kind === 'farmer' ? 15 : minutes) + 60 * shares, 0)
