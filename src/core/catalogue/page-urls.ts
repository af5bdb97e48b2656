import type { Api } from '../request/api.js'

/** Discover with this tag, or a search if the tag is too rare for Discover. Never rejects. */
export async function tagPageUrl(api: Api, name: string): Promise<{ url: string; isTab: boolean }> {
  const { list } = await api.get('/index/tags', {}, { isQuiet: true }).catch(() => ({ list: [] }))
  const tag = list.find(offered => offered.name === name)
  return tag
    ? { url: `/pages/index/dramas?tag=${encodeURIComponent(tag.id)}`, isTab: true }
    : { url: `/pages/index/search?keyword=${encodeURIComponent(name)}`, isTab: false }
}
