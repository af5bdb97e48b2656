import { expect, test } from 'vitest'
import { readClientAddress } from '../../../server/http/client-address.js'
import { isPrivateAddress, toAddressBlock } from '../../../server/modules/reward/earning/address-block.js'

test.each([
  ['177.10.20.30', '177.10.20'],
  ['::ffff:177.10.20.30', '177.10.20'],
  ['2804:14d:5c87:1::7', '2804:14d:5c87'],
  // 6to4 of 177.10.20.30, and Teredo of two servers.
  ['2002:b10a:141e:1::1', '177.10.20'],
  ['2002:b10a:141e:ffff::9', '177.10.20'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:0'],
  ['2001:0:53aa:64c:0:1::1', '2001:0'],
  ['2001:db8:1::1', '2001:db8:1']
])('the network of %s is %s', (address, block) => {
  expect(toAddressBlock(readClientAddress(address, undefined, 0))).toBe(block)
})

test.each(['10.1.2.3', '192.168.0.9', '127.0.0.1', '::1', 'fd00::7', 'fe80::1%eth0', '2002:0a01:0203::1'])(
  '%s is private',
  address => {
    expect(isPrivateAddress(readClientAddress(address, undefined, 0))).toBe(true)
  }
)
