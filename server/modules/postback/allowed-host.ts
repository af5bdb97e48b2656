// Which addresses of the network may be called: the open internet, and nothing that stands behind the server's own wall.
import { BlockList, isIP } from 'node:net'

const closed = new BlockList()
const closed4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4]
]
for (const [network, bits] of closed4) closed.addSubnet(network, bits, 'ipv4')

/** Of IPv6 only the space that is given to the public, without what leads into IPv4 or is for examples. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
const closed6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20]
]
for (const [network, bits] of closed6) closed.addSubnet(network, bits, 'ipv6')

/** Whether this address of the network is one of the open internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return open6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** The host of an address, as it can be looked up. */
export const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1'])

/** Outside production this machine may be called without TLS, to try things out. */
export function isTrial(url: URL, isProduction: boolean): boolean {
  return !isProduction && url.protocol === 'http:' && LOOPBACK.has(hostOf(url))
}

/** What can be said before the name is looked up. */
export function isHostAllowed(url: URL, isProduction: boolean): boolean {
  if (isTrial(url, isProduction)) return true
  const host = hostOf(url)
  return url.protocol === 'https:' && (isIP(host) === 0 ? /[a-z]/i.test(host) : isPublicAddress(host))
}
