import type { EarnerOrigin } from '../../../db/schema/reward-tables.js'
import type { RequestContext } from '../../../http/request-context.js'
import { isPrivateAddress, toAddressBlock } from './address-block.js'

type Caller = Pick<RequestContext, 'accountKeys' | 'address' | 'deviceId' | 'userAgent'>

/** Begins networks of IPv6: most lines have one of IPv4 too, so that one person may appear as two networks. */
export const IPV6_PREFIX = '6:'

export function computeNetwork({ accountKeys, address }: Pick<Caller, 'accountKeys' | 'address'>): string {
  const block = toAddressBlock(address)
  return `${block.includes(':') ? IPV6_PREFIX : ''}${accountKeys.networkHash('block', block)}`
}

export function toEarnerOrigin(caller: Caller, lpid: string): EarnerOrigin {
  const { accountKeys, address, deviceId, userAgent } = caller
  const network = computeNetwork(caller)
  return {
    address: isPrivateAddress(address) ? network : accountKeys.networkHash('address', address),
    network,
    // Without an id, all of a network are one device.
    device: accountKeys.networkHash('device', deviceId === '' ? network : deviceId),
    browser: accountKeys.networkHash('browser', lpid, toBrowserFamily(userAgent)),
    lpid
  }
}

/** Without versions, so that an update changes nothing. */
const toBrowserFamily = (userAgent: string) => userAgent.replace(/[\d._]+/g, '')
