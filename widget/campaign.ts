// Entry of the chunk that a page with a campaign needs: its looks, and what the app remembers of it.
import type { App } from '../src/core/app.js'
import { campaignOf, followCampaign } from '../src/core/campaign.js'
import { readCampaignRecord } from '../src/core/campaign-record.js'
import type { Environment } from '../src/core/environment.js'
import { adoptOwnSheet } from '../src/views/styles/sheets.js'

/** What a campaign's theme sets, and the variable of the page that goes before it. */
const tokens: Record<string, [own: string, pages: string]> = {
  accent: ['accent', 'accent'],
  accent_strong: ['accent-strong', 'accent-strong'],
  accent_end: ['accent-end', 'accent-end'],
  surface: ['surface', 'surface'],
  raised: ['raised', 'raised'],
  radius: ['radius', 'radius'],
  font: ['font', 'font'],
  title_font: ['serif', 'title-font']
}

/** Storage is the page's, too: nothing that could end a declaration. */
const SAFE = /^[\p{L}\p{N}# ,'"-]{1,200}$/u

interface Place {
  root: ShadowRoot
  environment: Environment
  lpid: string | undefined
  signal: AbortSignal
}

/** Shows the looks that are remembered, then those that the server tells. */
export function showCampaign({ root, environment, lpid, signal }: Place, whenApp: Promise<App>): void {
  const write = adoptOwnSheet(root, signal)
  const show = (theme: unknown) => write(toCss(Object(theme)))
  show(readCampaignRecord(environment.storage, lpid)?.theme)
  whenApp.then(
    app => {
      const leave = campaignOf(app).subscribe(campaign => campaign && show(campaign.theme))
      signal.addEventListener('abort', leave)
      followCampaign(app)
    },
    () => undefined
  )
}

/** Above the app's own sheets, below whatever the page says of the same, on the element or around it. */
function toCss(told: Record<string, unknown>): string {
  // A button runs from one to the other: half of it in the app's own colour would be nobody's.
  const theme: typeof told = { accent_end: told.accent_strong, ...told }
  const lines = Object.entries(tokens).flatMap(([name, [own, pages]]) => {
    const value = theme[name]
    return typeof value === 'string' && SAFE.test(value) ? `--${own}:var(--drama-${pages},${value})` : []
  })
  return lines.length === 0 ? '' : `:host(:defined){${lines.join(';')}}`
}
