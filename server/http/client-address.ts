import { isIPv6 } from 'node:net'

/**
 * Reads the X-Forwarded-For entry that the outermost trusted proxy wrote, because clients can forge the entries before
 * it.
 */
export function readClientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number
): string {
  const hops = (forwardedFor ?? '').split(',').map(hop => hop.trim())
  const forwarded = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined
  return toNetwork(removePort(forwarded || socketAddress || ''))
}

/** Removes the port, which some proxies add and which differs for every connection. */
const removePort = (address: string) =>
  address.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')

/** Cuts IPv6 to its /64: a household has a whole /64 and would otherwise count as many callers. */
function toNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain.slice(0, 64)
  const [head = '', tail] = plain.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
