import { z } from 'zod'

const colour = z.string().regex(/^#[0-9a-f]{6}$/i)
const backgroundOfWhiteText = colour.refine(value => contrastWithWhite(value) >= 4.5, 'too_light')
/** A page background. A contrast of 7 leaves room for secondary text and for an accent that shines through. */
const pageBackground = colour.refine(value => contrastWithWhite(value) >= 7, 'too_light')
const font = z.string().regex(/^[\p{L}\p{N} ,'"-]{1,200}$/u)

/** Keys are the CSS variables of the element with `_` for `-`; null removes a value. */
export const campaignTheme = z.strictObject({
  accent: colour.nullable().optional(),
  accent_strong: backgroundOfWhiteText.nullable().optional(),
  accent_end: backgroundOfWhiteText.nullable().optional(),
  surface: pageBackground.nullable().optional(),
  raised: pageBackground.nullable().optional(),
  radius: z
    .string()
    .regex(/^([0-9]|[1-3][0-9]|40)px$/)
    .nullable()
    .optional(),
  font: font.nullable().optional(),
  title_font: font.nullable().optional()
})

/** WCAG contrast ratio: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrastWithWhite(value: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(start => {
    const part = Number.parseInt(value.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
