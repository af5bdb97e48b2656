import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Lang } from '../../../contract/protocol/language.js'
import { languageTags, siteTexts } from './site-texts.js'

export const MANIFEST_PATH = '/manifest.webmanifest'

/** The installed app starts in the language of the page that it was installed from. Null without a build. */
export async function readWebManifest(distDir: string, lang: Lang): Promise<string | null> {
  const text = await readFile(join(distDir, 'site', MANIFEST_PATH), 'utf8').catch(() => null)
  if (text === null || lang === 'pt') return text
  const { description } = siteTexts[lang]
  return JSON.stringify({ ...JSON.parse(text), lang: languageTags[lang], description, start_url: `/?lang=${lang}` })
}
