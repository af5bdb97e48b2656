import { useRef, useState } from 'react'
import { CopyButton } from './copy-button.js'
import { Segmented } from './segmented.js'
import type { Settings } from './settings.js'
import { htmlSnippet, reactSnippet } from './snippet-text.js'

const kinds = [
  { value: 'html', name: 'HTML' },
  { value: 'react', name: 'React' }
] as const

export function Snippet({ settings, origin }: { settings: Settings; origin: string }) {
  const [kind, setKind] = useState<'html' | 'react'>('html')
  const code = useRef<HTMLElement>(null)
  const text = kind === 'html' ? htmlSnippet(settings, origin) : reactSnippet(settings, origin)
  return (
    <section className="snippet" aria-labelledby="snippet-title">
      <header className="panel-head">
        <h2 id="snippet-title">Your code</h2>
        <Segmented label="Kind of page" options={kinds} value={kind} onChange={setKind} />
      </header>
      <pre>
        <code ref={code}>
          {text.split('\n').map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line of code is its place
            <span key={index}>{line}</span>
          ))}
        </code>
      </pre>
      <CopyButton text={text} source={code} />
    </section>
  )
}
