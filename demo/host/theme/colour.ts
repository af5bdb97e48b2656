type Rgb = readonly [number, number, number]

/** WCAG AA requires 4.5 for small text; the rest is left for rounding. */
const MIN_CONTRAST = 4.6
const HUE_STEP_DEGREES = 24
const WHITE: Rgb = [255, 255, 255]

export function buttonColours(accent: string): [string, string] {
  const rgb = parse(accent)
  return [toHex(darken(rgb)), toHex(darken(rotate(rgb, HUE_STEP_DEGREES)))]
}

function parse(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map(channel => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

function darken(rgb: Rgb): Rgb {
  let shade = rgb
  while (contrastOf(shade, WHITE) < MIN_CONTRAST) shade = [shade[0] * 0.97, shade[1] * 0.97, shade[2] * 0.97]
  return shade
}

export const contrast = (one: string, other: string) => contrastOf(parse(one), parse(other))

// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
function contrastOf(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

// Rotates the hue about the grey axis: https://www.w3.org/TR/filter-effects-1/#feColorMatrixElement
function rotate([red, green, blue]: Rgb, degrees: number): Rgb {
  const cos = Math.cos((degrees * Math.PI) / 180)
  const sin = Math.sin((degrees * Math.PI) / 180)
  const mix = (own: number, next: number, last: number) =>
    Math.min(255, Math.max(0, own * (cos + (1 - cos) / 3) + next * part(-sin) + last * part(sin)))
  const part = (turn: number) => (1 - cos) / 3 + turn * Math.sqrt(1 / 3)
  return [mix(red, green, blue), mix(green, blue, red), mix(blue, red, green)]
}
