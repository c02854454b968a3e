import { expect, test } from 'vitest'
import { whereTo } from './where-to.ts'

const home = 'https://crier.example.org'

test('a page of the app is gone to after the sign-in, with its filters', () => {
  expect(whereTo('/posts/1?a=b#c', home)).toBe('/posts/1?a=b#c')
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/calendar/..//evil.example/calendar',
  '/%2e//evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'calendar',
  '',
  undefined,
  '/sign-in?to=/sign-in',
  '/setup',
])('%j leads to the first page', (wanted) => {
  expect(whereTo(wanted, home)).toBe('/')
})
