const WCAG_AA_CONTRAST = 4.5

const channels = (colour: string) => [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(channel => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((first, second) => first - second)
  return (bright + 0.05) / (dark + 0.05)
}

export function mixColours(colour: string, other: string, share: number): string {
  const others = channels(other)
  const mixed = channels(colour).map((channel, at) => Math.round(channel + ((others[at] ?? 0) - channel) * share))
  return `#${mixed.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

export function toReadableColour(
  colour: string,
  backgrounds: readonly string[],
  towards: '#ffffff' | '#000000'
): string {
  for (let share = 0; share < 1; share += 0.05) {
    const shade = mixColours(colour, towards, share)
    if (backgrounds.every(background => contrast(shade, background) >= WCAG_AA_CONTRAST)) return shade
  }
  return towards
}
