// What a campaign may change of the app's looks, and values that cannot spoil it.
import { z } from 'zod'

const colour = z.string().regex(/^#[0-9a-f]{6}$/i)
/** White text stands on it. */
const gradient = colour.refine(value => contrastWithWhite(value) >= 4.5, 'too_light')
/** White text stands on it also where the accent shines through, and there is room for words that stand back. */
const ground = colour.refine(value => contrastWithWhite(value) >= 7, 'too_light')
const font = z.string().regex(/^[\p{L}\p{N} ,'"-]{1,200}$/u)

/** As the CSS variables of the element, with `_` for `-`; null takes one away. */
export const campaignTheme = z.strictObject({
  accent: colour.nullable().optional(),
  accent_strong: gradient.nullable().optional(),
  accent_end: gradient.nullable().optional(),
  surface: ground.nullable().optional(),
  raised: ground.nullable().optional(),
  radius: z
    .string()
    .regex(/^([0-9]|[1-3][0-9]|40)px$/)
    .nullable()
    .optional(),
  font: font.nullable().optional(),
  title_font: font.nullable().optional()
})

/** As WCAG reckons it. */
function contrastWithWhite(value: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(value.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
