import { useDeferredValue, useEffect, useState } from 'react'
import { Tabs } from './components/tabs.js'
import { DeepLink } from './deep-link/deep-link.js'
import { EventLog } from './events/event-log.js'
import { useDramaEvents } from './events/use-drama-events.js'
import { HostilePages, useHostilePages } from './hostile-pages/hostile-pages.js'
import { PreviewPanel } from './preview/preview-panel.js'
import { knownAttributes } from './settings/attributes.js'
import { initialSettings, problemOf, startingValues, textOf, type WorkbenchSettings } from './settings/settings.js'
import { SettingsForm } from './settings/settings-form.js'
import { Snippet } from './snippet/snippet.js'
import { emptyTheme, type Preset } from './theme/theme.js'
import { ThemeEditor } from './theme/theme-editor.js'
import { TryIt } from './try-it/try-it.js'
import { useInbox } from './try-it/use-inbox.js'

const DEBOUNCE_MS = 500

export function Workbench() {
  const [settings, setSettings] = useState<WorkbenchSettings>(() => initialSettings(location.search))
  const [rows] = useState(knownAttributes)
  const [isWide, setWide] = useState(false)
  const hostilePages = useHostilePages()
  const { events, report, listen, clear } = useDramaEvents()
  const debounced = useDebounced(settings, DEBOUNCE_MS)
  const deferred = useDeferredValue(settings)
  const hasTheme = rows.some(row => row.name === 'theme')

  const starting = startingValues(debounced)
  const live = { ...deferred.values }
  for (const name of Object.keys(startingValues(deferred))) delete live[name]
  const shown: WorkbenchSettings = { values: { ...live, ...starting }, theme: deferred.theme }

  const typedApiBase = textOf(debounced, 'api-base')
  const apiBase =
    typedApiBase === '' || problemOf('api-base', typedApiBase) ? location.origin : typedApiBase.replace(/\/+$/, '')
  const mails = useInbox(apiBase)

  const change = (values: Record<string, string>) =>
    setSettings(before => ({ ...before, values: { ...before.values, ...values } }))
  const choosePreset = ({ mode, theme }: Preset) =>
    setSettings(({ values }) => ({
      values: hasTheme ? { ...values, theme: mode } : values,
      theme: { ...emptyTheme, ...theme }
    }))

  return (
    <div className="page" data-wide={isWide || undefined}>
      <Head hasHostile={hostilePages.length > 0} />
      <main className="workbench">
        <div className="setup">
          <Tabs
            label="What to set up"
            tabs={[
              {
                name: 'Settings',
                content: (
                  <SettingsForm
                    settings={settings}
                    rows={rows}
                    report={report}
                    origin={location.origin}
                    onChange={change}
                  />
                )
              },
              {
                name: 'Theme',
                content: (
                  <ThemeEditor
                    theme={settings.theme}
                    mode={textOf(settings, 'theme') === 'light' ? 'light' : 'dark'}
                    hasLight={hasTheme}
                    onPreset={choosePreset}
                    onChange={part => setSettings(before => ({ ...before, theme: { ...before.theme, ...part } }))}
                  />
                )
              },
              {
                name: 'Link',
                content: <DeepLink apiBase={apiBase} lpid={usableLpid(settings)} onStart={start => change({ start })} />
              }
            ]}
          />
        </div>
        <PreviewPanel
          settings={shown}
          run={JSON.stringify(starting)}
          report={report}
          listen={listen}
          isWide={isWide}
          onWide={setWide}
        />
        <div className="outcome">
          <Tabs
            label="What comes of it"
            tabs={[
              { name: 'Code', content: <Snippet settings={settings} origin={location.origin} /> },
              { name: 'Events', count: events.length, content: <EventLog events={events} onClear={clear} /> },
              {
                name: 'Try it',
                count: mails?.length,
                content: <TryIt apiBase={apiBase} report={report} events={events} mails={mails} />
              }
            ]}
          />
        </div>
      </main>
      {hostilePages.length > 0 && <HostilePages pages={hostilePages} />}
    </div>
  )
}

function usableLpid(settings: WorkbenchSettings): string {
  const lpid = textOf(settings, 'lpid')
  return problemOf('lpid', lpid) ? '' : lpid
}

function Head({ hasHostile }: { hasHostile: boolean }) {
  return (
    <header className="head">
      <h1>
        <Mark />
        Drama workbench
      </h1>
      <p>Set up the player for your page, watch it run with every event it sends, and copy the code.</p>
      <nav aria-label="Other pages">
        <a href="/">The site</a>
        <a href="/partners/">Sample pages</a>
        {hasHostile && <a href="#hostile">Hostile pages</a>}
      </nav>
    </header>
  )
}

function Mark() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <linearGradient id="mark" x2="1" y2="1">
        <stop stopColor="#ff3d63" />
        <stop offset="1" stopColor="#ff8a3d" />
      </linearGradient>
      <rect width="32" height="32" rx="9" fill="url(#mark)" />
      <path d="M12 9.5v13l11-6.5z" fill="#fff" stroke="#fff" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  )
}

function useDebounced<Value>(value: Value, delay: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return debounced
}
