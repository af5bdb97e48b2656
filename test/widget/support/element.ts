// Puts `<drama-app>` on the page, and takes everything away again after each test.
import { expect } from './expect.js'
import { callsUnderWay, network, takeConsole } from './host-page.js'
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

export type HeardEvent = CustomEvent<Record<string, unknown>>

/** What the runner's page says about the build under test. Addresses of scripts may be relative. */
export const build: { script: string; secondScript: string; api: string } = JSON.parse(
  document.getElementById('build')?.textContent ?? '{}'
)

export const PLAY = '/pages/index/play?drama_id=d_last-train&episode_no=1'

const NAMES = [
  'ready',
  'visit',
  'navigate',
  'tab-tap',
  'view-content',
  'episode-start',
  'episode-quartile',
  'episode-complete',
  'metric',
  'error'
]
const address = window.location.href
const title = document.title

/** The script tag of a partner page. */
export function loadScript(src = build.script): Promise<void> {
  const script = Object.assign(document.createElement('script'), { type: 'module', src })
  return new Promise((resolve, reject) => {
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${src} could not be loaded`))
    document.head.append(script)
  })
}

/** An element that is in no document yet. */
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

/** On the page, with Home's content on screen. */
export async function mountHome(attributes: Record<string, string> = {}): Promise<DramaElement> {
  const element = mount(attributes)
  await until(() => find(element, '.row-title'))
  return element
}

/** On the page and in sight, with an episode running that the page was told of. */
export async function mountPlayer(attributes: Record<string, string> = {}): Promise<DramaElement> {
  const element = create({ start: 'drama:d_last-train,ep:1', ...attributes })
  const heard = hear(element)
  document.body.append(element)
  element.scrollIntoView({ behavior: 'instant' })
  await until(() => names(heard).includes('drama-episode-start') && playing(element))
  return element
}

/** The video that moves. */
export const playing = (element: DramaElement) =>
  findAll<HTMLVideoElement>(element, 'video').find(video => !video.paused && video.currentTime > 0.1)

export const find = <Found extends HTMLElement>(element: DramaElement, selector: string) =>
  element.shadowRoot?.querySelector<Found>(selector) ?? undefined

export const findAll = <Found extends HTMLElement>(element: DramaElement, selector: string) => [
  ...(element.shadowRoot?.querySelectorAll<Found>(selector) ?? [])
]

/** Texts of the tab bar; none where it is not shown. */
export const tabTexts = (element: DramaElement) => findAll(element, '.tab-bar button').map(tab => tab.textContent)

/** Collects what arrives at `target` from now on. */
export function hear(target: EventTarget): HeardEvent[] {
  const heard: HeardEvent[] = []
  for (const name of NAMES) target.addEventListener(`drama-${name}`, event => heard.push(event as HeardEvent))
  return heard
}

export const names = (heard: readonly Event[]) => heard.map(({ type }) => type)

afterEach(async () => {
  network.restore()
  await eventually(callsUnderWay, 0)
  const added = [...document.body.childNodes].filter(({ nodeName }) => nodeName !== 'SCRIPT')
  for (const node of added) node.remove()
  if (added.length > 0) await settle()
  localStorage.clear()
  history.replaceState(history.state, '', address)
  document.title = title
  // What is said of values that mean nothing comes late, and has a test of its own.
  expect(takeConsole().filter(line => !line.includes('<drama-app> ignores'))).toEqual([])
})
