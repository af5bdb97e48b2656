// Verifies AWS Signature Version 4 by its specification; shares no code with the server.
import { createHash, createHmac } from 'node:crypto'

export interface AwsKeys {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** `target` is the path with its query, as sent. */
export interface SignedRequest {
  method: string
  target: string
  headers: Record<string, string | undefined>
  body: Buffer
}

/** S3's error code for a request, or null if its signature is right. `now` is in epoch ms. */
export function findSignatureError(request: SignedRequest, keys: AwsKeys, now: number): string | null {
  const query = new URLSearchParams(request.target.split('?')[1] ?? '')
  return query.has('X-Amz-Signature') ? findQueryError(request, query, keys, now) : findHeaderError(request, keys, now)
}

const MAX_SKEW_MS = 15 * 60_000

function findHeaderError(request: SignedRequest, keys: AwsKeys, now: number): string | null {
  const { headers } = request
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
  const match = pattern.exec(headers.authorization ?? '')
  if (match === null) return 'AccessDenied'
  const [, id, day = '', region, names = '', signature] = match
  const time = headers['x-amz-date'] ?? ''
  const payload = headers['x-amz-content-sha256'] ?? ''
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== keys.region || !time.startsWith(day)) return 'AuthorizationHeaderMalformed'
  if (Math.abs(now - timeOf(time)) > MAX_SKEW_MS) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  const requiredHeaders = ['host', ...Object.keys(headers).filter(name => name.startsWith('x-amz-'))]
  if (requiredHeaders.some(name => !signed.includes(name))) return 'AccessDenied'
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(request.body)) return 'XAmzContentSHA256Mismatch'
  return signature === signatureOf(request, { signed, time, payload }, keys) ? null : 'SignatureDoesNotMatch'
}

function findQueryError(request: SignedRequest, query: URLSearchParams, keys: AwsKeys, now: number): string | null {
  const time = query.get('X-Amz-Date') ?? ''
  const [id, day, region, service, end] = (query.get('X-Amz-Credential') ?? '').split('/')
  const seconds = Number(query.get('X-Amz-Expires'))
  if (query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256' || service !== 's3' || end !== 'aws4_request') {
    return 'AuthorizationQueryParametersError'
  }
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== keys.region || day !== time.slice(0, 8)) return 'AuthorizationQueryParametersError'
  if (!(seconds >= 1 && seconds <= 604_800)) return 'AuthorizationQueryParametersError'
  const signed = (query.get('X-Amz-SignedHeaders') ?? '').split(';')
  const own = signatureOf(request, { signed, time, payload: 'UNSIGNED-PAYLOAD' }, keys)
  if (query.get('X-Amz-Signature') !== own) return 'SignatureDoesNotMatch'
  return now >= timeOf(time) + seconds * 1000 ? 'AccessDenied' : null
}

function signatureOf(
  { method, target, headers }: SignedRequest,
  { signed, time, payload }: { signed: string[]; time: string; payload: string },
  { secretAccessKey, region }: AwsKeys
): string {
  const [path = '', search = ''] = target.split('?')
  const pairs = search.split('&').filter(pair => pair !== '' && !pair.startsWith('X-Amz-Signature='))
  const canonical = [
    method,
    path.split('/').map(percentEncode).join('/'),
    pairs.map(canonicalPair).sort(byBytes).join('&'),
    ...signed.map(name => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signed.join(';'),
    payload
  ].join('\n')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secretAccessKey}`)
  return hmac(key, text).toString('hex')
}

const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

function canonicalPair(pair: string): string {
  const [name = '', value = ''] = pair.split('=')
  return `${percentEncode(name)}=${percentEncode(value.replaceAll('+', ' '))}`
}

const percentEncode = (text: string) =>
  [...Buffer.from(decodeURIComponent(text))]
    .map(byte => String.fromCharCode(byte))
    .map(sign =>
      /[A-Za-z0-9\-_.~]/.test(sign) ? sign : `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
    )
    .join('')

const timeOf = (time: string) =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
