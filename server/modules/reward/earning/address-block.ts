import { BlockList, isIPv4 } from 'node:net'

/** What the internet does not route. All of it is one block: behind it is one machine, or a proxy that is not trusted. */
const privateAddresses = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16]
] as const)
  privateAddresses.addSubnet(network, prefix)

const PRIVATE_BLOCK = 'private'
/** Anybody with an IPv4 address has one in this network, whose last 32 bits say which. https://www.rfc-editor.org/rfc/rfc4380 */
const TEREDO_BLOCK = '2001:0'

/** An address of 6to4 contains the IPv4 address of its owner. https://www.rfc-editor.org/rfc/rfc3056 */
const toEmbeddedAddress = (high: string, low: string) =>
  [high, low]
    .map(group => Number.parseInt(group, 16))
    .flatMap(group => [group >> 8, group & 255])
    .join('.')

/**
 * The addresses that one customer of a network can choose from: a /24 of IPv4, a /48 of IPv6. `address` is IPv4, or the
 * four groups of a /64.
 */
export function toAddressBlock(address: string): string {
  if (isIPv4(address)) {
    return privateAddresses.check(address) ? PRIVATE_BLOCK : address.split('.').slice(0, 3).join('.')
  }
  const groups = address.split(':')
  const [first = '', second = '', third = ''] = groups
  if (first === '2002') return toAddressBlock(toEmbeddedAddress(second, third))
  if (first === '2001' && second === '0') return TEREDO_BLOCK
  const isLocal = groups.length < 4 || /^(0|f[cde]..)$/.test(first)
  return isLocal ? PRIVATE_BLOCK : groups.slice(0, 3).join(':')
}

/** Whether the address says of which network it is: private ones and Teredo can be anybody's. */
export const hasOwnNetwork = (address: string) => ![PRIVATE_BLOCK, TEREDO_BLOCK].includes(toAddressBlock(address))

export const isPrivateAddress = (address: string) => toAddressBlock(address) === PRIVATE_BLOCK
