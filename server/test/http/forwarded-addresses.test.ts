import { expect, test } from 'vitest'
import { stripPorts } from '../../src/http/serving/forwarded-addresses.ts'

test.each([
  ['203.0.113.9:41234', '203.0.113.9'],
  ['[2001:db8::1]:41234', '2001:db8::1'],
  ['[2001:DB8::1]', '2001:DB8::1'],
  ['[::ffff:203.0.113.9]:1', '::ffff:203.0.113.9'],
  ['198.51.100.7:1,203.0.113.9:2 , 10.0.0.1', '198.51.100.7, 203.0.113.9, 10.0.0.1'],
])('%j names %j', (header, addresses) => {
  expect(stripPorts(header)).toBe(addresses)
})

// An address of IPv6 has colons of its own, and no text that is none becomes an address.
test.each([
  '203.0.113.9',
  '2001:db8::1',
  '2001:db8::1:4123',
  'unknown',
  '203.0.113.9:',
  '203.0.113.9:999999',
  '[x]:1',
  '',
])('%j stays as it is', (header) => {
  expect(stripPorts(header)).toBe(header)
})
