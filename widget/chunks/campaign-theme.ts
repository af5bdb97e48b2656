// Entry of the chunk that a page with a campaign needs: its looks, and what the app remembers of it.
import type { App } from '../../src/core/app.js'
import { onCampaign, trackCampaign } from '../../src/core/campaign/campaign.js'
import { readStoredCampaign } from '../../src/core/campaign/campaign-storage.js'
import type { LaunchEnvironment } from '../../src/core/environment.js'
import { adoptReplaceableSheet } from '../../src/dom/adopted-styles.js'
import { mix, readableColour } from '../appearance/readable-colour.js'

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

interface CampaignThemeOptions {
  root: ShadowRoot
  environment: LaunchEnvironment
  lpid: string | undefined
  signal: AbortSignal
}

/** Shows the looks that are remembered, then those that the server tells. */
export function applyCampaignTheme(
  { root, environment, lpid, signal }: CampaignThemeOptions,
  whenApp: Promise<App>
): void {
  const write = adoptReplaceableSheet(root, signal)
  const show = (theme: unknown) => write(toCss(Object(theme)))
  show(readStoredCampaign(environment.storage, lpid)?.theme)
  whenApp.then(
    app => {
      const leave = onCampaign(app.visit, campaign => show(campaign.theme))
      signal.addEventListener('abort', leave)
      trackCampaign(app)
    },
    () => undefined
  )
}

const HEX = /^#[0-9a-f]{6}$/i

/** Of the dark theme: what stands in words. */
const ACCENT = '#ff3d63'
const words = { muted: '#b4b4c2', gold: '#ffc94d', good: '#4ade80', bad: '#ff6b81' }

/** The light theme has grounds of its own; this is the darkest of them. */
const LIGHT_GROUND = '#f5f5f8'

/** Above the app's own sheets, below whatever the page says of the same, on the element or around it. */
function toCss(told: Record<string, unknown>): string {
  // A button runs from one to the other: half of it in the app's own colour would be nobody's.
  const theme: typeof told = { accent_end: told.accent_strong, ...told }
  const lines = Object.entries(tokens).flatMap(([name, [own, pages]]) => {
    const value = theme[name]
    return typeof value === 'string' && SAFE.test(value) ? `--${own}:var(--drama-${pages},${value})` : []
  })
  return lines.length === 0 ? '' : `:host(:defined){${[...lines, ...readableTextColours(theme)].join(';')}}`
}

/** Words as they are read on the campaign's grounds, and its accent as the light theme and the player have it. */
function readableTextColours(theme: Record<string, unknown>): string[] {
  const find = (name: string) => (HEX.test(String(theme[name])) ? String(theme[name]) : undefined)
  const chosen = find('accent')
  const raised = find('raised') ?? '#191922'
  const pages = [find('surface') ?? '#0b0b10', raised]
  const accent = readableColour(chosen ?? ACCENT, pages, '#ffffff')
  // What is chosen has some of the accent in its ground.
  const grounds = [...pages, mix(raised, accent, 0.14)]
  const lines = Object.entries(words).flatMap(([name, usual]) => {
    const colour = readableColour(usual, grounds, '#ffffff')
    return colour === usual ? [] : `--${name}:${name === 'muted' ? `var(--drama-muted,${colour})` : colour}`
  })
  if (accent !== (chosen ?? ACCENT)) lines.push(`--accent:var(--drama-accent,${accent})`)
  if (!chosen) return lines
  const onDark = readableColour(chosen, ['#191922'], '#ffffff')
  const onLight = readableColour(chosen, [LIGHT_GROUND], '#000000')
  return [...lines, `--on-dark:var(--drama-accent,${onDark})`, `--on-light:var(--drama-accent,${onLight})`]
}
