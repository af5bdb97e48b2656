import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Lang } from '../../../contract/protocol/language.js'
import { escapeHtml } from '../../lib/text.js'
import type { SiteHead } from './site-head.js'
import { languageTags, type SiteTexts, siteTexts } from './site-texts.js'
import { findStaticFile } from './static-file.js'
import { MANIFEST_PATH } from './web-manifest.js'

export const NO_CACHE = 'no-cache'
/** Prevents clickjacking, because viewers spend coins on these pages. */
export const PAGE_CONTENT_SECURITY_POLICY = "frame-ancestors 'self'; base-uri 'none'; object-src 'none'"

export async function readSitePage(distDir: string): Promise<string | null> {
  const page = await findStaticFile(join(distDir, 'site'), '/index.html', '')
  return page && readFile(page.path, 'utf8')
}

/** `page` is the built page of the site, which is Portuguese. `isChosen`: the address names the language. */
export function fillSitePage(
  page: string,
  { title, description, tags }: SiteHead,
  { lang, isChosen }: { lang: Lang; isChosen: boolean }
): string {
  let filled = lang === 'pt' ? page : translatePage(page, lang)
  // What a viewer has chosen in the app wins over this attribute, which wins over the language of a campaign.
  if (isChosen) filled = filled.replace('<drama-app ', `<drama-app lang="${languageTags[lang]}" `)
  if (title !== undefined) {
    filled = filled.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
  }
  if (description !== undefined) {
    const meta = `<meta name="description" content="${escapeHtml(description)}">`
    filled = filled.replace(/<meta name="description"[^>]*>/, () => meta)
  }
  // At the end, so that browsers find the app's script first.
  return filled.replace(/(?=<\/head>)/, () => tags)
}

function translatePage(page: string, lang: Lang): string {
  const translated = page
    .replace('<html lang="pt">', `<html lang="${languageTags[lang]}">`)
    .replace(MANIFEST_PATH, `${MANIFEST_PATH}?lang=${lang}`)
  const keys = Object.keys(siteTexts.pt) as (keyof SiteTexts)[]
  return keys.reduce((text, key) => text.replaceAll(siteTexts.pt[key], () => siteTexts[lang][key]), translated)
}
