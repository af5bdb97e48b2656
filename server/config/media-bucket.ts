import { ConfigError, type EnvVariables, readOneOf, readString, readUrl } from './env-values.js'
import type { VariableName } from './variables.js'

export interface BucketSettings {
  name: string
  prefix: string
  endpoint: string
  publicEndpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  isPathStyle: boolean
  /** `proxy` sends segments through this server, `redirect` sends viewers to presigned URLs of the bucket. */
  delivery: 'proxy' | 'redirect'
}

const BUCKET_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/

/** Returns null without MEDIA_BUCKET. Throws ConfigError if only a part of the settings is set. */
export function readMediaBucket(env: EnvVariables): BucketSettings | null {
  const bucketUrl = readString(env, 'MEDIA_BUCKET')
  const delivery = readOneOf(env, 'MEDIA_DELIVERY', ['proxy', 'redirect'] as const)
  const endpoint = readEndpoint(env, 'S3_ENDPOINT')
  const publicEndpoint = readEndpoint(env, 'S3_PUBLIC_ENDPOINT')
  const accessKeyId = readString(env, 'S3_ACCESS_KEY_ID')
  const secretAccessKey = readString(env, 'S3_SECRET_ACCESS_KEY')
  const region = readString(env, 'S3_REGION')
  const isPathStyle = readOneOf(env, 'S3_PATH_STYLE', ['0', '1'] as const)
  if (bucketUrl === null) {
    const isPartlySet = [endpoint, publicEndpoint, accessKeyId, secretAccessKey].some(value => value !== null)
    if (isPartlySet)
      throw new ConfigError('MEDIA_BUCKET', 'not set, and S3_… is: name the bucket, or take the others away')
    if (delivery === 'redirect') throw new ConfigError('MEDIA_BUCKET', 'MEDIA_DELIVERY=redirect needs it')
    return null
  }
  const [, name, prefix = ''] = BUCKET_URL.exec(bucketUrl) ?? []
  const trimmedPrefix = prefix.replace(/^\/+|\/+$/g, '')
  // Do not repeat the value: it may be a secret, pasted by mistake.
  if (
    name === undefined ||
    /(^|\/)(\.{0,2})(\/|$)/.test(`${trimmedPrefix || 'x'}`) ||
    /[\p{Cc}\\]/u.test(trimmedPrefix)
  ) {
    throw new ConfigError('MEDIA_BUCKET', 'not of the form s3://bucket or s3://bucket/prefix')
  }
  const requireValue = (variable: VariableName, value: string | null) => {
    if (value === null) throw new ConfigError(variable, 'MEDIA_BUCKET needs it')
    return value
  }
  if (endpoint === null && region === null) {
    throw new ConfigError('S3_REGION', 'MEDIA_BUCKET needs it where no S3_ENDPOINT is set')
  }
  const resolvedEndpoint = endpoint ?? `https://s3.${region}.amazonaws.com`
  return {
    name,
    prefix: trimmedPrefix,
    endpoint: resolvedEndpoint,
    publicEndpoint: publicEndpoint ?? resolvedEndpoint,
    region: region ?? 'us-east-1',
    accessKeyId: requireValue('S3_ACCESS_KEY_ID', accessKeyId),
    secretAccessKey: requireValue('S3_SECRET_ACCESS_KEY', secretAccessKey),
    isPathStyle: isPathStyle === null ? endpoint !== null : isPathStyle === '1',
    delivery: delivery ?? 'proxy'
  }
}

function readEndpoint(env: EnvVariables, variable: VariableName): string | null {
  const value = readUrl(env, variable, ['http:', 'https:'])
  if (value === null) return null
  const { origin, pathname, search, hash, username } = new URL(value)
  if (search !== '' || hash !== '' || username !== '') {
    throw new ConfigError(variable, 'an address without name, query and fragment is needed')
  }
  return `${origin}${pathname}`.replace(/\/+$/, '')
}
