import { useRef, useState } from 'react'
import { CopyButton } from '../components/copy-button.js'
import { Segmented } from '../components/segmented.js'
import type { WorkbenchSettings } from '../settings/settings.js'
import {
  htmlSnippet,
  policyLines,
  reactSnippet,
  type SnippetSource,
  scriptOf,
  vueSnippet,
  wordpressSnippet
} from './snippet-text.js'
import { tagManagerSnippet } from './tag-manager-text.js'
import { useRelease } from './use-release.js'

interface Kind {
  value: string
  name: string
  render(source: SnippetSource): string
  note: string
  hasScript: boolean
}

const kinds: readonly Kind[] = [
  {
    value: 'html',
    name: 'HTML',
    render: htmlSnippet,
    hasScript: true,
    note: 'Anywhere in the body. Where a policy forbids inline styles, put the rule into your style sheet.'
  },
  {
    value: 'react',
    name: 'React',
    render: reactSnippet,
    hasScript: false,
    note: 'React 19, with the npm package drama-app. Events are props too: ondrama-purchase={event => …}.'
  },
  {
    value: 'vue',
    name: 'Vue',
    render: vueSnippet,
    hasScript: false,
    note: 'Vue 3, with the npm package drama-app. The first line belongs into your Vite configuration.'
  },
  {
    value: 'wordpress',
    name: 'WordPress',
    render: wordpressSnippet,
    hasScript: true,
    note: 'Paste it in the editor’s code view, or its middle into a Custom HTML block. Your account needs the right to publish unfiltered HTML, else WordPress removes the script. Keep drama-app.js out of plugins that delay or join scripts.'
  },
  {
    value: 'tag-manager',
    name: 'Tag manager',
    render: tagManagerSnippet,
    hasScript: false,
    note: 'A Custom HTML tag of Google Tag Manager, on All Pages. It waits for Consent Mode, hands the answer to an element with consent="required", puts every event into dataLayer with its event_id, and reports to the pixels of Meta and TikTok if the page has them, test orders excepted. Count a purchase once: server postbacks carry the same event_id.'
  }
]

export function Snippet({ settings, origin }: { settings: WorkbenchSettings; origin: string }) {
  const [kindName, setKindName] = useState('html')
  const [isPinned, setPinned] = useState(false)
  const release = useRelease(origin)
  const version = release.state === 'ready' ? release.value.version : undefined
  const script =
    release.state === 'ready' ? scriptOf(origin, release.value, isPinned) : { src: `${origin}/drama-app.js` }
  const source = { settings, origin, script }
  const kind = kinds.find(({ value }) => value === kindName)
  return (
    <section className="snippet" aria-labelledby="snippet-title">
      <h2 id="snippet-title" className="visually-hidden">
        Your code
      </h2>
      <Segmented label="Kind of page" options={kinds} value={kindName} onChange={setKindName} />
      {kind && <Code text={kind.render(source)} label="Copy code" />}
      <p className="note">{kind?.note}</p>
      {kind?.hasScript && version && (
        <div className="release">
          <Segmented
            label="Version of the script"
            options={[
              { value: 'newest', name: `Newest ${version.split('.')[0]}.x` },
              { value: 'pinned', name: `${version}, pinned by its hash` }
            ]}
            value={isPinned ? 'pinned' : 'newest'}
            onChange={value => setPinned(value === 'pinned')}
          />
          <p className="note">
            {isPinned
              ? 'Bytes that never change; a browser that gets others runs nothing. You raise the version yourself.'
              : 'Repairs and additions arrive by themselves, and nothing is removed within a major.'}
          </p>
        </div>
      )}
      <h3>Content-Security-Policy</h3>
      <Code text={policyLines(source)} label="Copy policy" isSmall />
      <p className="note">Add these sources to the directives that your page has. Styles need none.</p>
    </section>
  )
}

function Code({ text, label, isSmall = false }: { text: string; label: string; isSmall?: boolean }) {
  const code = useRef<HTMLElement>(null)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code ref={code}>
          {text.split('\n').map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
            <span key={index}>{`${line}\n`}</span>
          ))}
        </code>
      </pre>
      <CopyButton text={text} source={code} label={label} isSmall={isSmall} />
    </>
  )
}
