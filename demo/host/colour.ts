// Shades of an accent colour for the app's buttons, which carry white text.

type Rgb = readonly [number, number, number]

/** Contrast with white that small text needs, with a little to spare for rounding. */
const READABLE = 4.6
const HUE_STEP = 24

/** Both ends of the button gradient for `#rrggbb`, as dark as white text needs them. */
export function buttonColours(accent: string): [string, string] {
  const rgb = parse(accent)
  return [toHex(darken(rgb)), toHex(darken(rotate(rgb, HUE_STEP)))]
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
  while (contrastWithWhite(shade) < READABLE) shade = [shade[0] * 0.97, shade[1] * 0.97, shade[2] * 0.97]
  return shade
}

// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
function contrastWithWhite([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 1.05 / (0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05)
}

// Turns the hue about the grey axis: https://www.w3.org/TR/filter-effects-1/#feColorMatrixElement
function rotate([red, green, blue]: Rgb, degrees: number): Rgb {
  const cos = Math.cos((degrees * Math.PI) / 180)
  const sin = Math.sin((degrees * Math.PI) / 180)
  const mix = (own: number, next: number, last: number) =>
    Math.min(255, Math.max(0, own * (cos + (1 - cos) / 3) + next * part(-sin) + last * part(sin)))
  const part = (turn: number) => (1 - cos) / 3 + turn * Math.sqrt(1 / 3)
  return [mix(red, green, blue), mix(green, blue, red), mix(blue, red, green)]
}
