import { describe, expect, test } from 'vitest'
import { readServerAddress, readServerOrigin } from './server-origin.ts'

const example = 'https://social.example'

describe('the address of a server that a person wrote', () => {
  test.each([
    ['social.example', 'https://social.example'],
    [' https://Social.Example/ ', 'https://social.example'],
    ['https://social.example:8443', 'https://social.example:8443'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['http://snac:8001', 'http://snac:8001'],
    ['http://social.test', 'http://social.test'],
  ])('%j is %s', (text, origin) => {
    expect(readServerOrigin(text, example)).toEqual({ origin })
  })

  test.each([
    ['', 'must be an address such as https://social.example'],
    ['ftp://social.example', 'must be an address'],
    ['https://alice:secret@social.example', 'must not carry a name'],
    ['https://social.example/@alice', 'bare address, such as https://social.example'],
    ['https://social.example/?a=b', 'bare address'],
    ['http://social.example', 'must be reached by https'],
  ])('%j is refused: %s', (text, words) => {
    const read = readServerOrigin(text, example)
    expect('fault' in read && read.fault).toContain(words)
  })
})

describe('the address of a server that shares its host', () => {
  test.each([
    ['blog.example', 'https://blog.example'],
    ['https://Blog.Example/news/', 'https://blog.example/news'],
    ['http://127.0.0.1:3000/a/b', 'http://127.0.0.1:3000/a/b'],
  ])('%j is %s', (text, address) => {
    expect(readServerAddress(text, example)).toEqual({ address })
  })

  test.each([
    ['https://blog.example/news?p=1', 'bare address, such as https://blog.example/news'],
    ['https://blog.example/news#top', 'bare address'],
    ['http://blog.example/news', 'must be reached by https'],
  ])('%j is refused: %s', (text, words) => {
    const read = readServerAddress(text, example)
    expect('fault' in read && read.fault).toContain(words)
  })
})
