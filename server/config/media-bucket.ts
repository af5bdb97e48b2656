// The settings of a bucket for media.
import { ConfigError, type EnvVariables, oneOf, readString, url } from './env-values.js'

/** An S3-compatible bucket that holds media. Addresses are origins, with a path where the endpoint has one. */
export interface BucketSettings {
  name: string
  /** Without slashes at its ends; empty where there is none. */
  prefix: string
  endpoint: string
  /** The endpoint as browsers reach it. */
  publicEndpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket is named in the path, not in the host. */
  isPathStyle: boolean
  /** Who sends segments to viewers: this server, or the bucket by addresses that end. */
  delivery: 'proxy' | 'redirect'
}

const BUCKET_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/

/** The bucket; null where MEDIA_BUCKET names none. Half a configuration throws. */
export function readMediaBucket(env: EnvVariables): BucketSettings | null {
  const place = readString(env, 'MEDIA_BUCKET')
  const delivery = oneOf(env, 'MEDIA_DELIVERY', ['proxy', 'redirect'] as const)
  const endpoint = address(env, 'S3_ENDPOINT')
  const publicEndpoint = address(env, 'S3_PUBLIC_ENDPOINT')
  const accessKeyId = readString(env, 'S3_ACCESS_KEY_ID')
  const secretAccessKey = readString(env, 'S3_SECRET_ACCESS_KEY')
  const region = readString(env, 'S3_REGION')
  const isPathStyle = oneOf(env, 'S3_PATH_STYLE', ['0', '1'] as const)
  if (place === null) {
    const isHalf = [endpoint, publicEndpoint, accessKeyId, secretAccessKey].some(value => value !== null)
    if (isHalf) throw new ConfigError('MEDIA_BUCKET', 'not set, and S3_… is: name the bucket, or take the others away')
    if (delivery === 'redirect') throw new ConfigError('MEDIA_BUCKET', 'MEDIA_DELIVERY=redirect needs it')
    return null
  }
  const [, name, prefix = ''] = BUCKET_URL.exec(place) ?? []
  const folders = prefix.replace(/^\/+|\/+$/g, '')
  // The rules of bucket names leave nothing to hide; what was written instead of one may be a secret.
  if (name === undefined || /(^|\/)(\.{0,2})(\/|$)/.test(`${folders || 'x'}`) || /[\p{Cc}\\]/u.test(folders)) {
    throw new ConfigError('MEDIA_BUCKET', 'not of the form s3://bucket or s3://bucket/prefix')
  }
  const needed = (variable: string, value: string | null) => {
    if (value === null) throw new ConfigError(variable, 'MEDIA_BUCKET needs it')
    return value
  }
  if (endpoint === null && region === null) {
    throw new ConfigError('S3_REGION', 'MEDIA_BUCKET needs it where no S3_ENDPOINT is set')
  }
  const reached = endpoint ?? `https://s3.${region}.amazonaws.com`
  return {
    name,
    prefix: folders,
    endpoint: reached,
    publicEndpoint: publicEndpoint ?? reached,
    region: region ?? 'us-east-1',
    accessKeyId: needed('S3_ACCESS_KEY_ID', accessKeyId),
    secretAccessKey: needed('S3_SECRET_ACCESS_KEY', secretAccessKey),
    isPathStyle: isPathStyle === null ? endpoint !== null : isPathStyle === '1',
    delivery: delivery ?? 'proxy'
  }
}

function address(env: EnvVariables, variable: string): string | null {
  const value = url(env, variable, ['http:', 'https:'])
  if (value === null) return null
  const { origin, pathname, search, hash, username } = new URL(value)
  if (search !== '' || hash !== '' || username !== '') {
    throw new ConfigError(variable, 'an address without name, query and fragment is needed')
  }
  return `${origin}${pathname}`.replace(/\/+$/, '')
}
