// Chunk: loaded once the page sets `debug`. In English, for developers of the page.
import { VERSION } from '../../src/core/lib/version.js'
import { adoptStyles } from '../../src/dom/adopted-styles.js'
import { isSwitchOn } from '../element/attributes.js'
import type { AppState } from '../loader/instance.js'
import type { AppHandle, LaunchContext } from '../loader/launch.js'
import { findProblems, type InspectedSetup, watchPolicyViolations } from './checks.js'
import { describeEvent, type EventLog, recordEvents, toCopyableEvent } from './event-log.js'
import css from './inspector.css'
import { createPostbackMonitor } from './postback-monitor.js'

const TABS = { events: 'Events', postbacks: 'Postbacks', setup: 'Set-up', checks: 'Checks' } as const
type Tab = keyof typeof TABS

export interface InspectorOptions {
  host: HTMLElement
  root: ShadowRoot
  context: LaunchContext
  state(): AppState
  scriptUrl: string | undefined
  handle: Pick<AppHandle, 'app'>
}

export function openInspector({ host, root, context, state, scriptUrl, handle }: InspectorOptions): AbortSignal {
  const { environment, options } = context
  const controller = new AbortController()
  const { signal } = controller
  const observer = new MutationObserver(() => isSwitchOn(host, 'debug') || controller.abort())
  context.signal.addEventListener('abort', () => controller.abort(), { signal })
  signal.addEventListener('abort', () => observer.disconnect())
  observer.observe(host, { attributeFilter: ['debug'] })
  const setup = () => ({
    ...state(),
    version: VERSION,
    script: scriptUrl ?? 'in a bundle',
    api: options.apiBase,
    consent: environment.page.consent ?? 'up to the page',
    isKept: environment.storage.isPersistent()
  })
  renderPanel({ root, app: handle.app, setup, signal }, recordEvents(environment, signal))
  return signal
}

interface PanelOptions {
  root: ShadowRoot
  app: AppHandle['app']
  setup: () => InspectedSetup
  signal: AbortSignal
}

function renderPanel({ root, app, setup, signal }: PanelOptions, log: EventLog): void {
  adoptStyles(root, css)
  const draw = createElementBuilder(root.ownerDocument)
  const violations = watchPolicyViolations(root.ownerDocument, () => refresh(), signal)
  let tab: Tab = 'events'
  /** New events are added above the rendered ones, because a full render would close the event being read. */
  let rendered = { tab: '', events: 0 }

  const isVisible = () => panel.open && tab === 'postbacks' && !signal.aborted
  const postbacks = createPostbackMonitor(log, app, { isVisible, onChange: () => isVisible() && refresh() })
  const count = draw('span', { className: 'inspector-count' })
  const body = draw('div', { className: 'inspector-body', tabIndex: 0 })
  const tabs = (Object.keys(TABS) as Tab[]).map(name => {
    const show = () => {
      tab = name
      refresh()
    }
    return { name, button: draw('button', { type: 'button', onclick: show }, [TABS[name]]) }
  })
  const copy = draw('button', { type: 'button', onclick: () => void copyAll() }, ['Copy'])
  const clear = draw('button', { type: 'button', onclick: () => log.clear() }, ['Clear'])
  const bar = draw('div', { className: 'inspector-bar' }, [...tabs.map(({ button }) => button), copy, clear])
  const panel = draw('details', { className: 'inspector' }, [
    draw('summary', {}, ['debug ', count]),
    draw('div', { className: 'inspector-panel' }, [bar, body])
  ])
  panel.setAttribute('lang', 'en')
  panel.addEventListener('toggle', refresh)

  async function copyAll() {
    const text = JSON.stringify({ setup: setup(), events: log.events.map(toCopyableEvent) }, null, 2)
    // Without the clipboard permission, selects the text for manual copying.
    await navigator.clipboard.writeText(text).catch(() => {
      const field = draw('textarea', { readOnly: true, value: text })
      body.replaceChildren(field)
      field.select()
    })
  }

  const bodies: Record<Tab, () => readonly Node[]> = {
    events: () => drawEvents(draw, log.events),
    postbacks: () => postbacks.lines().map(line => draw('p', { className: 'inspected-fact' }, [line])),
    setup: () => Object.entries(setup()).map(([name, value]) => drawFact(draw, name, value)),
    checks: () => drawProblems(draw, findProblems(setup(), root.host, violations()))
  }
  function refresh() {
    const problemCount = findProblems(setup(), root.host, violations()).length
    count.textContent = `${log.events.length}${problemCount > 0 ? ` · ${problemCount} !` : ''}`
    clear.hidden = tab !== 'events'
    for (const { name, button } of tabs) button.setAttribute('aria-pressed', String(name === tab))
    if (!panel.open) return
    const { length } = log.events
    if (rendered.tab === 'events' && tab === 'events' && rendered.events > 0 && length >= rendered.events) {
      body.prepend(...drawEvents(draw, log.events.slice(rendered.events)))
    } else {
      body.replaceChildren(...(tab === 'events' && length === 0 ? ['No event yet.'] : bodies[tab]()))
    }
    rendered = { tab, events: length }
    if (tab === 'postbacks') postbacks.watch()
  }

  log.subscribe(refresh, signal)
  signal.addEventListener('abort', () => panel.remove())
  root.append(panel)
  refresh()
}

const drawEvents = (draw: ElementBuilder, recordedEvents: EventLog['events']): Node[] =>
  recordedEvents
    .map(event => {
      const { title, lines } = describeEvent(event)
      return draw('details', { className: 'inspected' }, [draw('summary', {}, title), draw('pre', {}, [lines])])
    })
    .reverse()

const drawFact = (draw: ElementBuilder, name: string, value: unknown) =>
  draw('p', { className: 'inspected-fact' }, [
    draw('b', {}, [name]),
    ` ${typeof value === 'string' ? value : JSON.stringify(value)}`
  ])

function drawProblems(draw: ElementBuilder, problems: readonly string[]): Node[] {
  if (problems.length === 0) return [draw('p', {}, ['Nothing stands in the way.'])]
  return problems.map(problem => draw('p', { className: 'inspected-trouble' }, [problem]))
}

type ElementBuilder = ReturnType<typeof createElementBuilder>

const createElementBuilder =
  (document: Document) =>
  <Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    properties: Partial<HTMLElementTagNameMap[Tag]> = {},
    children: readonly (Node | string)[] = []
  ): HTMLElementTagNameMap[Tag] => {
    const element = Object.assign(document.createElement(tag), properties)
    element.append(...children)
    return element
  }
