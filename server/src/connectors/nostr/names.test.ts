import { expect, test } from 'vitest'
import { readBech32, writeBech32 } from './bech32.ts'
import { publicKeyOf } from './event.ts'
import { nameEvent, nameKey, readName, readSecretKey } from './names.ts'

// The examples of NIP-19.
const npub = 'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg'
const publicKey = '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e'
const nsec = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5'
const secretKey = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa'
const nprofile =
  'nprofile1qqsrhuxx8l9ex335q7he0f09aej04zpazpl0ne2cgukyawd24mayt8gpp4mhxue69uhhytnc9e3k7mgpz4mhxue69uhkg6nzv9ejuumpv34kytnrdaksjlyr9p'
const profileKey = '3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d'

test('the names of NIP-19 are read and written', () => {
  expect(nameKey(publicKey)).toBe(npub)
  expect(readName(npub)).toEqual({ kind: 'key', hex: publicKey })
  expect(readSecretKey(` ${nsec}\n`)).toBe(secretKey)
  expect(readSecretKey(secretKey.toUpperCase())).toBe(secretKey)
  expect(publicKeyOf(secretKey)).toBe(publicKey)
  expect(readName(nprofile)).toEqual({ kind: 'key', hex: profileKey })
})

test('the name of an event has its relay and author, unless the address is too long', () => {
  const event = { id: secretKey, pubkey: publicKey }
  for (const relay of ['wss://relay.example.org', `wss://relay.example.org/${'x'.repeat(300)}`]) {
    const name = nameEvent(event, relay)
    expect(readName(name)).toEqual({ kind: 'event', hex: secretKey })
    const bytes = Buffer.from(readBech32('nevent', name) ?? [])
    expect(bytes.includes(relay)).toBe(relay.length < 256)
    expect(bytes.subarray(-34).toString('hex')).toBe(`0220${publicKey}`)
  }
  expect(readName(writeBech32('note', Buffer.from(secretKey, 'hex')))).toEqual({
    kind: 'event',
    hex: secretKey,
  })
})

// BIP-173, test vectors. The data of the valid ones are no whole bytes, or few of them.
test.each(['A12UEL5L', 'a12uel5l'])('%s is bech32', (text) => {
  expect(readBech32('a', text)).toEqual(new Uint8Array())
})

test.each([
  ['a letter is wrong', npub.replace('0', '9')],
  ['its end is missing', npub.slice(0, -1)],
  ['it is of both cases', npub.replace('e', 'E')],
  ['it has a letter that there is not', npub.replace('0', 'b')],
  ['it is another thing', npub.replace('npub', 'nsec')],
  ['it is short', 'npub1qqq'],
  ['it is nothing', ''],
  ['it has 31 bytes', writeBech32('npub', new Uint8Array(31))],
  ['it has no main part', writeBech32('nprofile', Buffer.from([1, 1, 97]))],
  ['its main part is cut', writeBech32('nevent', Buffer.from([0, 32, 1]))],
  ['it is very long', `npub1${'q'.repeat(5_000)}`],
])('a name is not read where %s', (_why, name) => {
  expect(readName(name)).toBeNull()
  expect(readSecretKey(name)).toBeNull()
})

test('a number that is no key of the curve has no public key', () => {
  expect(publicKeyOf('0'.repeat(64))).toBeNull()
  expect(publicKeyOf('f'.repeat(64))).toBeNull()
})
