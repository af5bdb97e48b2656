import { randomUUID } from 'node:crypto'
import type { Message, Reply } from '../support/http-caller.js'

/** How often a viewer of a day sends what. Twenty minutes of episodes of 90 s, a beat every 15 s. */
export const dayCounts = { login: 1, home: 3, detail: 1, episodes: 3, search: 1, wallet: 1, play: 14, progress: 84 }
export type Kind = keyof typeof dayCounts

export const dayRequests = Object.values(dayCounts).reduce((sum, count) => sum + count, 0)

const BEATS_PER_PLAY = dayCounts.progress / dayCounts.play
const BEAT_SECONDS = 15
export const dayWatchedSeconds = dayCounts.progress * BEAT_SECONDS
const KEYWORDS = ['amor', 'noiva', 'imper', 'vinganca', 'lobo']

/** Throws for an answer that is no success. */
export type Send = (kind: Kind | 'payment', message: Message) => Promise<Reply>

export interface DayCatalogue {
  dramaIds: readonly string[]
  homeEtag: string
}

interface Play {
  playId: string
  episodeId: string
}

/** One viewer. Parts of the day can run one after the other, or each for all viewers at once. */
export class ViewerDay {
  private token = ''
  userId = ''
  private readonly plays: Play[] = []
  /** Beats that a server has acknowledged, as `play id/number`. */
  readonly acknowledged = new Set<string>()
  readonly paidOrders: string[] = []
  readonly unlockedEpisodes: string[] = []

  constructor(
    private readonly no: number,
    private readonly catalogue: DayCatalogue,
    private readonly send: Send
  ) {}

  async run(kind: Kind): Promise<void> {
    for (let index = 0; index < dayCounts[kind]; index++) await this.step(kind, index)
  }

  /** In the order of a real day: each play is followed by its beats. */
  async runAll({ isPaying = false } = {}): Promise<void> {
    await this.run('login')
    if (isPaying) await this.pay()
    for (const kind of ['home', 'detail', 'wallet', 'search', 'episodes'] as const) await this.run(kind)
    for (let play = 0; play < dayCounts.play; play++) {
      await this.step('play', play)
      for (let beat = 0; beat < BEATS_PER_PLAY; beat++) await this.step('progress', play * BEATS_PER_PLAY + beat)
    }
  }

  /** Buys coins in the sandbox, unlocks an episode and opens it. */
  private async pay(): Promise<void> {
    const { token } = this
    const request = async (message: Message) => {
      const { text, status } = await this.send('payment', { token, ...message })
      return status === 303 ? null : JSON.parse(text).data
    }
    const product = { product_id: 'p_brl_300', provider: 'sandbox' }
    const { order_no } = await request({ path: '/store/order', key: randomUUID(), body: product })
    await request({ path: `/pay/sandbox/${order_no}`, body: new URLSearchParams({ decision: 'approve' }) })
    const { status } = await request({ path: `/store/order_status?order_no=${order_no}` })
    if (status !== 'paid') throw new Error(`an approved order is ${status}`)
    this.paidOrders.push(order_no)
    for (const drama_id of this.catalogue.dramaIds) {
      const { list } = await request({ path: `/drama/episodes?drama_id=${drama_id}` })
      const locked = list.find(({ state }: { state: string }) => state === 'locked')
      if (locked === undefined) continue
      const { id: episode_id, price } = locked
      await request({ path: '/drama/unlock', key: randomUUID(), body: { episode_id, expect_price: price } })
      this.unlockedEpisodes.push(episode_id)
      await request({ path: '/drama/play', body: { episode_id } })
      return
    }
    throw new Error('no episode is locked')
  }

  private async step(kind: Kind, index: number): Promise<void> {
    const drama_id = this.dramaOf(index)
    const { token } = this
    switch (kind) {
      case 'login':
        return this.login()
      case 'home':
        await this.send(kind, { path: '/index/home', headers: { 'If-None-Match': this.catalogue.homeEtag } })
        return
      case 'detail':
      case 'episodes':
        await this.send(kind, { path: `/drama/${kind}?drama_id=${drama_id}`, token })
        return
      case 'search':
        await this.send(kind, { path: `/search/index?keyword=${KEYWORDS[this.no % KEYWORDS.length]}`, token })
        return
      case 'wallet':
        await this.send(kind, { path: '/wallet/index', token })
        return
      case 'play':
        return this.play(drama_id)
      case 'progress':
        return this.report(index)
    }
  }

  private async login(): Promise<void> {
    const { data } = JSON.parse((await this.send('login', { path: '/index/visitor_login', body: {} })).text)
    this.token = data.token
    this.userId = data.user.id
  }

  private async play(drama_id: string): Promise<void> {
    const body = { drama_id, episode_no: 1 }
    const { data } = JSON.parse((await this.send('play', { path: '/drama/play', token: this.token, body })).text)
    this.plays.push({ playId: data.play_id, episodeId: data.episode.id })
  }

  private async report(index: number): Promise<void> {
    const play = this.plays[Math.floor(index / BEATS_PER_PLAY)]
    if (play === undefined) throw new Error('a beat without a play')
    const seq = index % BEATS_PER_PLAY
    const to_s = (seq + 1) * BEAT_SECONDS
    const beats = [{ seq, from_s: seq * BEAT_SECONDS, to_s, played_s: BEAT_SECONDS }]
    const body = { play_id: play.playId, episode_id: play.episodeId, position_s: to_s, beats }
    await this.send('progress', { path: '/drama/progress', token: this.token, body })
    this.acknowledged.add(`${play.playId}/${seq}`)
  }

  private dramaOf(index: number): string {
    const { dramaIds } = this.catalogue
    return dramaIds[(this.no + index) % dramaIds.length] ?? ''
  }
}
