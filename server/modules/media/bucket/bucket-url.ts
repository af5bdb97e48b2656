import type { BucketSettings } from '../../../config/media-bucket.js'

type Place = Pick<BucketSettings, 'name' | 'prefix' | 'isPathStyle'>

/** The address of a bucket, or of what has this key in it. Every sign is written as the signature wants it. */
export function bucketAddress({ name, prefix, isPathStyle }: Place, endpoint: string, key: string | null): URL {
  const url = new URL(endpoint)
  const base = url.pathname.replace(/\/+$/, '')
  const names = key === null ? [] : keyUnder(prefix, key).split('/')
  const path = [...(isPathStyle ? [name] : []), ...names].map(encode).join('/')
  if (!isPathStyle) url.hostname = `${name}.${url.hostname}`
  url.pathname = `${base}/${path}`
  return url
}

export const keyUnder = (prefix: string, key: string) => (prefix === '' ? key : `${prefix}/${key}`)

const encode = (name: string) =>
  encodeURIComponent(name).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
