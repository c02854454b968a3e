import { expect, test } from 'vitest'
import { readRequest } from './read-request.ts'

const word = (query: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(query)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const least = 'client_id=a&redirect_uri=https%3A%2F%2Fassistant.example%2F'

test('reads what a program asks for, letter by letter, and passes over what it does not know', () => {
  expect(readRequest(word(`${least}&state=12345678901234567890&scope=read+write&prompt=none`))).toEqual({
    client_id: 'a',
    redirect_uri: 'https://assistant.example/',
    state: '12345678901234567890',
    scope: 'read write',
  })
  expect(readRequest(word(`${least}&state=%E2%82%AC`))?.state).toBe('€')
})

test.each([
  undefined,
  5,
  '',
  '%',
  word('client_id=a'),
  word(`${least}&state=a&state=b`),
  word(`${least}&client_id=b`),
])('reads nothing from %s', (given) => {
  expect(readRequest(given)).toBeNull()
})
