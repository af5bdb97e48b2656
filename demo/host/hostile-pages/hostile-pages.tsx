import { useState } from 'react'
import { useRequest } from '../lib/use-request.js'

interface HostilePage {
  href: string
  title: string
  text: string
}

const LIST = '/hostile/'

/** The hostile pages of this server; none where it has none. */
export function useHostilePages(): readonly HostilePage[] {
  const answer = useRequest(LIST, readPages)
  return answer.state === 'ready' ? answer.value : []
}

/** Pages that do to a guest what real pages do. */
export function HostilePages({ pages }: { pages: readonly HostilePage[] }) {
  const [shown, setShown] = useState<HostilePage>()
  return (
    <section className="hostile" aria-labelledby="hostile-title" id="hostile">
      <header>
        <h2 id="hostile-title">Hostile pages</h2>
        <p className="lead">
          Pages that do to a guest what real pages do, most without meaning to. The app has to be the same on each of
          them. <a href={LIST}>All on a page of their own</a>
        </p>
      </header>
      <div className="hostile-list">
        {pages.map(page => (
          <article key={page.href} data-shown={page.href === shown?.href || undefined}>
            <h3>{page.title}</h3>
            <p>{page.text}</p>
            <div>
              <button
                type="button"
                className="quiet"
                aria-expanded={page.href === shown?.href}
                aria-label={`Show here: ${page.title}`}
                onClick={() => setShown(page.href === shown?.href ? undefined : page)}
              >
                {page.href === shown?.href ? 'Hide' : 'Show here'}
              </button>
              <a href={page.href} target="_blank" rel="noopener" aria-label={`New tab: ${page.title}`}>
                New tab ↗
              </a>
            </div>
          </article>
        ))}
      </div>
      {shown && (
        <iframe key={shown.href} ref={bringIntoView} className="hostile-frame" src={shown.href} title={shown.title} />
      )}
    </section>
  )
}

const bringIntoView = (frame: HTMLElement | null) => frame?.scrollIntoView({ block: 'nearest' })

/** What the list of this server names: its links into its own folder, each with a title and a text. */
async function readPages(signal: AbortSignal): Promise<HostilePage[]> {
  const answer = await fetch(LIST, { signal })
  if (!answer.ok) throw new Error(`${LIST} is ${answer.status}`)
  const list = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const pages = [...list.querySelectorAll('main a[href]')].flatMap(link => {
    const { pathname, origin } = new URL(link.getAttribute('href') ?? '', new URL(LIST, location.origin))
    const title = link.querySelector('b, h2, h3')?.textContent?.trim() ?? ''
    if (origin !== location.origin || !pathname.startsWith(LIST) || pathname === LIST || title === '') return []
    const text = (link.textContent ?? '').replace(title, '').replace(/\s+/g, ' ').trim()
    return [{ href: pathname, title, text }]
  })
  return pages
}
