import { expect, test } from 'vitest'
import { createBucketClient } from '../../../server/modules/media/bucket/bucket-client.js'
import { findSignatureError } from '../support/fakes/aws-signature.js'

const published = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1'
}
const at = Date.parse('2013-05-24T00:00:00Z')
// Source: "Authenticating Requests: Using Query Parameters" in Amazon's S3 manual.
const address =
  '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'
const request = {
  method: 'GET',
  target: address,
  body: Buffer.alloc(0),
  headers: { host: 'examplebucket.s3.amazonaws.com' }
}

test('an address is signed as in the example that Amazon has published, and ends when it says', async () => {
  const endpoint = 'https://s3.amazonaws.com'
  const settings = {
    ...published,
    name: 'examplebucket',
    prefix: '',
    endpoint,
    publicEndpoint: endpoint,
    isPathStyle: false,
    delivery: 'redirect' as const
  }
  const signed = new URL(await createBucketClient(settings).presign('test.txt', at, at + 86_400_000))
  expect(signed.origin).toBe('https://examplebucket.s3.amazonaws.com')
  const expected = new URL(address, signed.origin)
  expect(Object.fromEntries(signed.searchParams)).toEqual(Object.fromEntries(expected.searchParams))
  expect(signed.pathname).toBe('/test.txt')
})

test('the stand-in judges that example as Amazon does', () => {
  expect(findSignatureError(request, published, at + 86_399_000)).toBeNull()
  expect(findSignatureError(request, published, at + 86_400_000)).toBe('AccessDenied')
  const longer = { ...request, target: address.replace('86400', '86401') }
  expect(findSignatureError(longer, published, at)).toBe('SignatureDoesNotMatch')
  const other = { ...request, target: address.replace('test.txt', 'other.txt') }
  expect(findSignatureError(other, published, at)).toBe('SignatureDoesNotMatch')
})

test('the stand-in judges the published example of a signed header as Amazon does', () => {
  // Source: "Signature Calculations for the Authorization Header" in Amazon's S3 manual, GET with a range.
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const names = 'host;range;x-amz-content-sha256;x-amz-date'
  const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': empty,
    'x-amz-date': '20130524T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=${published.accessKeyId}/20130524/us-east-1/s3/aws4_request, SignedHeaders=${names}, Signature=${signature}`
  }
  const signed = { ...request, target: '/test.txt', headers }
  expect(findSignatureError(signed, published, at)).toBeNull()
  expect(findSignatureError({ ...signed, headers: { ...headers, range: 'bytes=0-8' } }, published, at)).toBe(
    'SignatureDoesNotMatch'
  )
  expect(findSignatureError(signed, published, at + 16 * 60_000)).toBe('RequestTimeTooSkewed')
})
