import { expect, test } from 'vitest'
import { findExactNetworkFault, findNetworkFault } from './network.ts'

test.each(['10.0.0.0/8', '10.0.0.1', '0.0.0.0/0', '192.0.2.7/32', '2001:db8::/32', '2001:db8::1', '::/0'])(
  '%s is a network',
  (text) => {
    expect([findNetworkFault(text), findExactNetworkFault(text)]).toEqual([null, null])
  },
)

test.each([
  '',
  'ten',
  '10.0.0/8',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0.0/x',
  '010.0.0.1',
  '2001:db8::/129',
  'fe80::1%eth0/64',
  'fe80::1%eth0',
  '10.0.0.0/ 8',
  '10.0.0.0/-1',
  '/8',
])('%j is no network', (text) => {
  expect(findNetworkFault(text)).toMatch(/^it must be a network such as/)
  expect(findExactNetworkFault(text)).toBe(findNetworkFault(text))
})

test.each([
  ['10.0.0.1/8', 'write 10.0.0.0/8 for that network, or 10.0.0.1 for that address'],
  ['192.0.2.7/0', 'write 0.0.0.0/0 for that network, or 192.0.2.7 for that address'],
  ['2001:db8::1/32', 'write 2001:db8::/32 for that network, or 2001:db8::1 for that address'],
])('%s names an address inside a network', (text, fault) => {
  expect([findNetworkFault(text), findExactNetworkFault(text)]).toEqual([null, fault])
})
