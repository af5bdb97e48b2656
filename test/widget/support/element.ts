// Adds `<drama-app>` to the page, and resets the page after each test.
import { events as eventEntries } from '../../../widget/public-api/events.js'
import { expect } from './expect.js'
import { countPendingCalls, network, takeConsole } from './host-page.js'
import { eventually, settle, until } from './until.js'

export interface DramaElement extends HTMLElement {
  lpid?: string
  apiBase?: string
  routing?: string
  base?: string
  start?: string
  maxWidth?: string | number
  manageTitle?: boolean
  readonly version: string
  readonly ready: Promise<void>
  navigateTo(options: { url: string }): Promise<{ errMsg: string }>
  redirectTo(options: { url: string }): Promise<{ errMsg: string }>
  switchTab(options: { url: string }): Promise<{ errMsg: string }>
  reLaunch(options: { url: string }): Promise<{ errMsg: string }>
  navigateBack(options?: { delta?: number }): Promise<{ errMsg: string }>
  setLang(lang: string): Promise<void>
  openStore(options?: { tab: string }): Promise<void>
  play(): Promise<boolean>
  pause(): Promise<void>
  destroy(): void
  getState(): { route: string; lang: string; lpid: string | null; isLogin: boolean }
}

export type RecordedEvent = CustomEvent<Record<string, unknown>>

/** The build under test, as the runner's page describes it. Script URLs may be relative. */
export const build: { script: string; secondScript: string; api: string } = JSON.parse(
  document.getElementById('build')?.textContent ?? '{}'
)

export const PLAY = '/pages/index/play?drama_id=d_last-train&episode_no=1'

const address = window.location.href
const title = document.title

export function loadScript(src = build.script): Promise<void> {
  const script = Object.assign(document.createElement('script'), { type: 'module', src })
  return new Promise((resolve, reject) => {
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${src} could not be loaded`))
    document.head.append(script)
  })
}

export function create(attributes: Record<string, string> = {}): DramaElement {
  const element = document.createElement('drama-app') as DramaElement
  for (const [name, value] of Object.entries({ 'api-base': build.api, ...attributes })) {
    element.setAttribute(name, value)
  }
  return element
}

export function mount(attributes: Record<string, string> = {}): DramaElement {
  const element = create(attributes)
  document.body.append(element)
  return element
}

export async function mountHome(attributes: Record<string, string> = {}): Promise<DramaElement> {
  const element = mount(attributes)
  await until(() => find(element, '.row-title'))
  return element
}

/** Waits for the code of Home that loads after its first screen, which adopts style sheets too. */
export async function whenAllLoaded(element: DramaElement): Promise<void> {
  await until(() => find(element, '.toasts') && find(element, '.infinite-list-end'))
}

/** Waits until an episode plays and its start event has arrived. */
export async function mountPlayer(attributes: Record<string, string> = {}): Promise<DramaElement> {
  const element = create({ start: 'drama:d_last-train,ep:1', ...attributes })
  const events = recordEvents(element)
  document.body.append(element)
  element.scrollIntoView({ behavior: 'instant' })
  await until(() => eventNames(events).includes('drama-episode-start') && playing(element))
  return element
}

export const playing = (element: DramaElement) =>
  findAll<HTMLVideoElement>(element, 'video').find(video => !video.paused && video.currentTime > 0.1)

export const find = <Found extends HTMLElement>(element: DramaElement, selector: string) =>
  element.shadowRoot?.querySelector<Found>(selector) ?? undefined

export const findAll = <Found extends HTMLElement>(element: DramaElement, selector: string) => [
  ...(element.shadowRoot?.querySelectorAll<Found>(selector) ?? [])
]

export const tabTexts = (element: DramaElement) => findAll(element, '.tab-bar button').map(tab => tab.textContent)

export function recordEvents(target: EventTarget): RecordedEvent[] {
  const events: RecordedEvent[] = []
  for (const name of Object.keys(eventEntries))
    target.addEventListener(name, event => events.push(event as RecordedEvent))
  return events
}

export const eventNames = (events: readonly Event[]) => events.map(({ type }) => type)

afterEach(async () => {
  network.restore()
  await eventually(countPendingCalls, 0)
  const added = [...document.body.childNodes].filter(({ nodeName }) => nodeName !== 'SCRIPT')
  for (const node of added) node.remove()
  if (added.length > 0) await settle()
  localStorage.clear()
  history.replaceState(history.state, '', address)
  document.title = title
  // Warnings about ignored values are written late, and have their own test.
  expect(takeConsole().filter(line => !line.includes('<drama-app> ignores'))).toEqual([])
})
