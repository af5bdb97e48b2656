import type { BucketSettings } from '../../../config/media-bucket.js'

type UrlSettings = Pick<BucketSettings, 'name' | 'prefix' | 'isPathStyle'>

export function toBucketUrl({ name, prefix, isPathStyle }: UrlSettings, endpoint: string, key: string | null): URL {
  const url = new URL(endpoint)
  const base = url.pathname.replace(/\/+$/, '')
  const names = key === null ? [] : prefixKey(prefix, key).split('/')
  const path = [...(isPathStyle ? [name] : []), ...names].map(encodeSegment).join('/')
  if (!isPathStyle) url.hostname = `${name}.${url.hostname}`
  url.pathname = `${base}/${path}`
  return url
}

export const prefixKey = (prefix: string, key: string) => (prefix === '' ? key : `${prefix}/${key}`)

const encodeSegment = (name: string) =>
  encodeURIComponent(name).replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
