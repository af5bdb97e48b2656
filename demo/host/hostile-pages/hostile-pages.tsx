import { useState } from 'react'
import { useRequest } from '../lib/use-request.js'

interface HostilePage {
  href: string
  title: string
  text: string
}

const INDEX_PATH = '/hostile/'

export function useHostilePages(): readonly HostilePage[] {
  const request = useRequest(INDEX_PATH, loadPages)
  return request.state === 'ready' ? request.value : []
}

export function HostilePages({ pages }: { pages: readonly HostilePage[] }) {
  const [shown, setShown] = useState<HostilePage>()
  return (
    <section className="hostile" aria-labelledby="hostile-title" id="hostile">
      <header>
        <h2 id="hostile-title">Hostile pages</h2>
        <p className="lead">
          Pages that do to a guest what real pages do, most without meaning to. The app has to be the same on each of
          them. <a href={INDEX_PATH}>All on a page of their own</a>
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
        <iframe
          key={shown.href}
          ref={scrollIntoNearestView}
          className="hostile-frame"
          src={shown.href}
          title={shown.title}
        />
      )}
    </section>
  )
}

const scrollIntoNearestView = (frame: HTMLElement | null) => frame?.scrollIntoView({ block: 'nearest' })

/** Reads the index page: each link into its folder has a title and a text. Throws if this server has no such page. */
async function loadPages(signal: AbortSignal): Promise<HostilePage[]> {
  const response = await fetch(INDEX_PATH, { signal })
  if (!response.ok) throw new Error(`${INDEX_PATH} is ${response.status}`)
  const index = new DOMParser().parseFromString(await response.text(), 'text/html')
  const pages = [...index.querySelectorAll('main a[href]')].flatMap(link => {
    const { pathname, origin } = new URL(link.getAttribute('href') ?? '', new URL(INDEX_PATH, location.origin))
    const title = link.querySelector('b, h2, h3')?.textContent?.trim() ?? ''
    if (origin !== location.origin || !pathname.startsWith(INDEX_PATH) || pathname === INDEX_PATH || title === '')
      return []
    const text = (link.textContent ?? '').replace(title, '').replace(/\s+/g, ' ').trim()
    return [{ href: pathname, title, text }]
  })
  return pages
}
