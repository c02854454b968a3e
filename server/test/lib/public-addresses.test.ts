import { describe, expect, test } from 'vitest'
import { createAddressJudge } from '../../src/lib/safe-fetch/address.ts'
import { isPublicAddress } from '../../src/lib/safe-fetch/public-address.ts'

const forbidden = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '100::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fe80::1',
  'fe90::1',
  'fec0::1',
  'ff02::1',
  '4000::1',
  '1fff::1',
  'no address',
  '',
]
const open = ['1.1.1.1', '93.184.215.14', '2606:4700::1111', '2a00:1450::1', '::ffff:1.1.1.1']

describe('#6 an address', () => {
  test.each(forbidden)('that leads inside or nowhere is forbidden: %s', (address) => {
    expect(createAddressJudge([])(address)).toBe('forbidden')
  })

  test.each(open)('of the internet is public: %s', (address) => {
    expect(createAddressJudge([])(address)).toBe('public')
  })

  test('in a network of the operator is allowed, in whatever spelling, and no other becomes so', () => {
    const judge = createAddressJudge(['10.1.0.0/16', '::1/128', '93.184.215.0/24'])
    expect(['10.1.2.3', '::ffff:10.1.2.3', '::1', '93.184.215.14'].map(judge)).toEqual(
      Array(4).fill('allowed'),
    )
    expect(['10.2.0.1', '127.0.0.1', '::2'].map(judge)).toEqual(Array(3).fill('forbidden'))
    expect(judge('1.1.1.1')).toBe('public')
    expect(() => createAddressJudge(['10.0.0.0'])).toThrow()
  })
})

describe('an address that others are told to fetch from', () => {
  test.each([
    ['https://example.org/a', true],
    ['https://1.1.1.1/a', true],
    ['https://[2606:4700::1111]/a', true],
    ['http://example.org/a', false],
    ['ftp://example.org/a', false],
    ['https://127.0.0.1/a', false],
    ['https://[::1]/a', false],
    ['https://[fe80::1]/a', false],
    ['https://localhost/a', false],
    ['https://crier/a', false],
    ['https://crier.local/a', false],
    ['https://crier.lan/a', false],
    ['https://crier.internal/a', false],
    ['https://crier.home.arpa/a', false],
    ['https://crier.test/a', false],
    ['https://app.localhost/a', false],
    ['https://local.example.org/a', true],
    ['https://crier.local.example.org/a', true],
  ])('%s: %s', (url, isPublic) => {
    expect(isPublicAddress(url)).toBe(isPublic)
  })
})
