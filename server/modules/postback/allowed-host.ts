// Allows only public addresses, so that a URL of a partner cannot reach the internal network.
import { BlockList, isIP } from 'node:net'

const blocked = new BlockList()
const BLOCKED_IPV4: readonly [string, number][] = [
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
for (const [network, bits] of BLOCKED_IPV4) blocked.addSubnet(network, bits, 'ipv4')

/** IPv6: the global unicast range, without tunnels to IPv4 and ranges for documentation. */
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')
const BLOCKED_IPV6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20]
]
for (const [network, bits] of BLOCKED_IPV6) blocked.addSubnet(network, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !blocked.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return globalIpv6.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}

export const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '::1'])

export function isLocalTest(url: URL, isProduction: boolean): boolean {
  return !isProduction && url.protocol === 'http:' && LOOPBACK_HOSTS.has(hostOf(url))
}

/** Checks the URL before the DNS lookup; `call` checks the resolved address. */
export function isHostAllowed(url: URL, isProduction: boolean): boolean {
  if (isLocalTest(url, isProduction)) return true
  const host = hostOf(url)
  return url.protocol === 'https:' && (isIP(host) === 0 ? /[a-z]/i.test(host) : isPublicAddress(host))
}
