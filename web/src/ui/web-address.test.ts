import { expect, test } from 'vitest'
import { webAddress } from './web-address.ts'

test.each([
  ['https://social.example/@ada/1', true],
  ['HTTP://social.example', true],
  ['javascript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['//evil.example', false],
  ['/calendar', false],
  ['https://', false],
  ['', false],
  [null, false],
])('%j is a link: %s', (given, isLink) => {
  expect(webAddress(given)).toBe(isLink ? given : null)
})
