import type { Page } from 'playwright-core'

/**
 * Returns the visible texts below the contrast of WCAG AA, except on pictures and gradients. axe cannot check them,
 * because the empty overlay layer covers everything.
 */
export function findLowContrastText(page: Page, { least = 4 } = {}): Promise<string[]> {
  return page.evaluate(least => {
    const parse = (colour: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number)
      // `color()` has channels from 0 to 1.
      const unit = colour.startsWith('color(') ? 255 : 1
      return { red: red * unit, green: green * unit, blue: blue * unit, alpha }
    }
    type Colour = ReturnType<typeof parse>
    const blend = (top: Colour, background: Colour): Colour => {
      const mix = (one: number, other: number) => one * top.alpha + other * (1 - top.alpha)
      return {
        red: mix(top.red, background.red),
        green: mix(top.green, background.green),
        blue: mix(top.blue, background.blue),
        alpha: 1
      }
    }
    const luminance = ({ red, green, blue }: Colour) => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map(channel => {
        const share = channel / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    /** Undefined for a picture or a gradient. */
    const backgroundOf = (element: Element | null): Colour | undefined => {
      if (!element) return parse('rgb(255, 255, 255)')
      const { backgroundColor, backgroundImage } = getComputedStyle(element)
      if (backgroundImage !== 'none') return undefined
      const before = getComputedStyle(element, '::before')
      if (before.content !== 'none' && before.backgroundImage !== 'none') return undefined
      const own = parse(backgroundColor)
      if (own.alpha === 1) return own
      const parentBackground = backgroundOf(element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null)
      return parentBackground && blend(own, parentBackground)
    }
    const lowContrast: string[] = []
    let seen = 0
    for (const element of document.querySelector('drama-app')?.shadowRoot?.querySelectorAll('.app *') ?? []) {
      const words = [...element.childNodes]
        .filter(({ nodeType }) => nodeType === 3)
        .map(node => node.textContent?.trim())
      const { color, fontSize, fontWeight } = getComputedStyle(element)
      const size = Number.parseFloat(fontSize)
      const { width, height } = element.getBoundingClientRect()
      const isHidden = element.closest('[hidden], .visually-hidden') || width < 2 || height < 2
      const background = isHidden || !words.join('') ? undefined : backgroundOf(element)
      if (!background) continue
      seen++
      const [dark = 0, bright = 0] = [luminance(blend(parse(color), background)), luminance(background)].sort(
        (one, other) => one - other
      )
      const ratio = (bright + 0.05) / (dark + 0.05)
      const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
      if (ratio < (isLarge ? 3 : 4.5)) lowContrast.push(`${words.join(' ')} (${ratio.toFixed(2)})`)
    }
    return seen < least ? [`only ${seen} words were looked at`] : lowContrast
  }, least)
}
