import type { Api } from '../request/api.js'

/** Location of everything that has a tag: Discover, or a search where it is too rare to be offered there. Never rejects. */
export async function tagPageUrl(api: Api, name: string): Promise<{ url: string; isTab: boolean }> {
  const { list } = await api.get('/index/tags', {}, { isQuiet: true }).catch(() => ({ list: [] }))
  const tag = list.find(offered => offered.name === name)
  return tag
    ? { url: `/pages/index/dramas?tag=${encodeURIComponent(tag.id)}`, isTab: true }
    : { url: `/pages/index/search?keyword=${encodeURIComponent(name)}`, isTab: false }
}
