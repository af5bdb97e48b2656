// Chunk: loaded if the page names a campaign.
import type { App } from '../../src/core/app.js'
import { subscribeToCampaign, trackCampaign } from '../../src/core/campaign/campaign.js'
import { readStoredCampaign } from '../../src/core/campaign/campaign-storage.js'
import type { LaunchEnvironment } from '../../src/core/environment.js'
import { adoptReplaceableSheet } from '../../src/dom/adopted-styles.js'
import { mixColours, toReadableColour } from '../appearance/readable-colour.js'

const themeTokens: Record<string, [token: string, hostVariable: string]> = {
  accent: ['accent', 'accent'],
  accent_strong: ['accent-strong', 'accent-strong'],
  accent_end: ['accent-end', 'accent-end'],
  surface: ['surface', 'surface'],
  raised: ['raised', 'raised'],
  radius: ['radius', 'radius'],
  font: ['font', 'font'],
  title_font: ['serif', 'title-font']
}

const SAFE_CSS_VALUE = /^[\p{L}\p{N}# ,'"-]{1,200}$/u

interface CampaignThemeOptions {
  root: ShadowRoot
  environment: LaunchEnvironment
  lpid: string | undefined
  signal: AbortSignal
}

export function applyCampaignTheme(
  { root, environment, lpid, signal }: CampaignThemeOptions,
  whenApp: Promise<App>
): void {
  const write = adoptReplaceableSheet(root, signal)
  const show = (theme: unknown) => write(toCss(Object(theme)))
  show(readStoredCampaign(environment.storage, lpid)?.theme)
  whenApp.then(
    app => {
      const unsubscribe = subscribeToCampaign(app.visit, campaign => show(campaign.theme))
      signal.addEventListener('abort', unsubscribe)
      trackCampaign(app)
    },
    () => undefined
  )
}

const HEX = /^#[0-9a-f]{6}$/i

const DARK_ACCENT = '#ff3d63'
const darkTextColours = { muted: '#b4b4c2', gold: '#ffc94d', good: '#4ade80', bad: '#ff6b81' }

const DARKEST_LIGHT_BACKGROUND = '#f5f5f8'

/** `:host(:defined)` overrides the app's own sheets, and the host page's CSS overrides both. */
function toCss(campaignTheme: Record<string, unknown>): string {
  const theme: typeof campaignTheme = { accent_end: campaignTheme.accent_strong, ...campaignTheme }
  const lines = Object.entries(themeTokens).flatMap(([name, [token, hostVariable]]) => {
    const value = theme[name]
    return typeof value === 'string' && SAFE_CSS_VALUE.test(value)
      ? `--${token}:var(--drama-${hostVariable},${value})`
      : []
  })
  return lines.length === 0 ? '' : `:host(:defined){${[...lines, ...readableTextColours(theme)].join(';')}}`
}

function readableTextColours(theme: Record<string, unknown>): string[] {
  const readColour = (name: string) => (HEX.test(String(theme[name])) ? String(theme[name]) : undefined)
  const campaignAccent = readColour('accent')
  const raised = readColour('raised') ?? '#191922'
  const pageBackgrounds = [readColour('surface') ?? '#0b0b10', raised]
  const accent = toReadableColour(campaignAccent ?? DARK_ACCENT, pageBackgrounds, '#ffffff')
  const backgrounds = [...pageBackgrounds, mixColours(raised, accent, 0.14)]
  const lines = Object.entries(darkTextColours).flatMap(([name, defaultColour]) => {
    const colour = toReadableColour(defaultColour, backgrounds, '#ffffff')
    return colour === defaultColour ? [] : `--${name}:${name === 'muted' ? `var(--drama-muted,${colour})` : colour}`
  })
  if (accent !== (campaignAccent ?? DARK_ACCENT)) lines.push(`--accent:var(--drama-accent,${accent})`)
  if (!campaignAccent) return lines
  const onDark = toReadableColour(campaignAccent, ['#191922'], '#ffffff')
  const onLight = toReadableColour(campaignAccent, [DARKEST_LIGHT_BACKGROUND], '#000000')
  return [...lines, `--on-dark:var(--drama-accent,${onDark})`, `--on-light:var(--drama-accent,${onLight})`]
}
