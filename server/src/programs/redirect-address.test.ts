import { describe, expect, test } from 'vitest'
import { isNamedAddress, isOfMachine, isRedirectAddress } from './redirect-address.ts'

describe('an address to which a browser is sent back', () => {
  test.each([
    'https://assistant.example/back',
    'https://assistant.example:8443/back?via=crier&more=1',
    'http://localhost/back',
    'http://localhost:3000/',
    'http://127.0.0.1:1234/back',
    'http://[::1]:1234/back',
  ])('may be %s', (address) => {
    expect(isRedirectAddress(address)).toBe(true)
  })

  test.each([
    ['plain http elsewhere', 'http://assistant.example/back'],
    ['a machine that only begins like this one', 'http://localhost.example/'],
    ['a scheme of its own', 'assistant://back'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,hello'],
    ['an address within another text', ' https://assistant.example/back'],
    ['a second line', 'https://assistant.example/back\nhttps://evil.example/'],
    ['a space', 'https://assistant.example/b ack'],
    ['a letter beyond ASCII', 'https://assistant.example/zurück'],
    ['a backslash, which browsers read as a slash', 'https://assistant.example\\@evil.example/'],
    ['a fragment', 'https://assistant.example/back#code'],
    ['a name of a user', 'https://user@assistant.example/'],
    ['a password alone', 'https://:password@assistant.example/'],
    ['no host', 'https://'],
    ['a host that is none', 'https://[::1/'],
    ['nothing', ''],
  ])('is not %s', (_what, address) => {
    expect(isRedirectAddress(address)).toBe(false)
  })

  test('has at most 2,000 letters', () => {
    const base = 'https://assistant.example/'
    expect(isRedirectAddress(base + 'x'.repeat(2_000 - base.length))).toBe(true)
    expect(isRedirectAddress(base + 'x'.repeat(2_001 - base.length))).toBe(false)
  })
})

describe('a named address', () => {
  test('is taken letter by letter', () => {
    const named = ['https://other.example/', 'https://assistant.example:444/back?a=1']
    expect(isNamedAddress(named, 'https://assistant.example:444/back?a=1')).toBe(true)
    for (const asked of [
      'https://assistant.example:445/back?a=1',
      'https://assistant.example/back?a=1',
      'https://assistant.example:444/back?a=2',
      'https://assistant.example:444/back',
      'https://assistant.example:444/BACK?a=1',
      'https://ASSISTANT.example:444/back?a=1',
      'https://assistant.example:444/back/../back?a=1',
    ])
      expect(isNamedAddress(named, asked), asked).toBe(false)
    expect(isNamedAddress([], 'https://assistant.example/')).toBe(false)
  })

  test('has any port on the machine of the browser, and nothing else may differ', () => {
    const named = ['http://127.0.0.1/back', 'http://[::1]:80/six']
    expect(isNamedAddress(named, 'http://127.0.0.1:51004/back')).toBe(true)
    expect(isNamedAddress(named, 'http://[::1]:51004/six')).toBe(true)
    for (const asked of [
      'http://localhost:51004/back',
      'http://127.0.0.1:51004/other',
      'http://127.0.0.1:51004/back?a=1',
      'https://127.0.0.1:51004/back',
      'http://[::1]:51004/back',
    ])
      expect(isNamedAddress(named, asked), asked).toBe(false)
  })

  test('is none that could not be registered, whatever is stored', () => {
    for (const address of ['http://assistant.example/', 'javascript:alert(1)'])
      expect(isNamedAddress([address], address)).toBe(false)
  })

  test('leads to the machine of the browser by plain http alone', () => {
    expect(isOfMachine('http://localhost:1/')).toBe(true)
    expect(isOfMachine('https://localhost:1/')).toBe(false)
    expect(isOfMachine('https://assistant.example/')).toBe(false)
  })
})
