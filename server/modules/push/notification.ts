import type { Lang } from '../../../contract/protocol/language.js'
import type { Localized } from '../catalogue/package/package-schema.js'
import { formatSiteAddress } from '../embed/embed-address.js'

/** What the site's service worker shows. Addresses begin with a slash. */
export interface PushNotification {
  title: string
  body: string
  icon: string
  url: string
  tag: string
}

export interface AnnouncedEpisodes {
  drama_id: string
  title: Localized
  cover: string
  first_no: number
  last_no: number
  lang: Lang
}

const texts: Record<Lang, { one(no: number): string; many(first: number, last: number): string }> = {
  pt: {
    one: no => `Saiu o episódio ${no}`,
    many: (first, last) => `Saíram os episódios ${first} a ${last}`
  },
  en: {
    one: no => `Episode ${no} is out`,
    many: (first, last) => `Episodes ${first} to ${last} are out`
  },
  es: {
    one: no => `Ya salió el episodio ${no}`,
    many: (first, last) => `Ya salieron los episodios ${first} a ${last}`
  },
  'zh-cn': {
    one: no => `第${no}集已上线`,
    many: (first, last) => `第${first}–${last}集已上线`
  },
  'zh-tw': {
    one: no => `第${no}集已上線`,
    many: (first, last) => `第${first}–${last}集已上線`
  }
}

export function createNotification(episodes: AnnouncedEpisodes): PushNotification {
  const { drama_id: dramaId, title, cover, first_no: first, last_no: last, lang } = episodes
  return {
    title: title[lang],
    body: first === last ? texts[lang].one(first) : texts[lang].many(first, last),
    icon: `/covers/${dramaId}/${cover}`,
    url: formatSiteAddress('', { dramaId, no: first }, lang),
    tag: dramaId
  }
}
