import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['<p>One<br>two<br />three</p>', 'One\ntwo\nthree'],
  ['<p>One</p><p>Two</p>\n <P class="x">Three</P>', 'One\n\nTwo\n\nThree'],
  ['<p>One</p> and <b>more</b>', 'One and more'],
  ['<p>&lt;p&gt; &amp;amp; &quot;x&quot; &#39;y&#39; &#x1F600;</p>', `<p> &amp; "x" 'y' 😀`],
  ['<p>&hellip;&nbsp;caf&eacute; &unknown;</p>', '…\u00a0café &unknown;'],
  ['<p>One<!-- <p>not --> two</p>', 'One two'],
  ['<p>1 < 2, <3 and a<b</p>', '1 < 2, <3 and a'],
  ['<p>&#99999999;&#x80;</p>', '\ufffd€'],
  ['no tag at all', 'no tag at all'],
  ['', ''],
])('%s reads %j', (html, expected) => {
  expect(plainText(html)).toBe(expected)
})

test.each([
  ['<a'.repeat(350_000)],
  ['<br'.repeat(330_000)],
  ['<p>'.repeat(300_000) + '</b>'.repeat(100_000)],
  ['</p> '.repeat(200_000)],
  [`</p>${' '.repeat(1_000_000)}`],
  ['&'.repeat(1_000_000)],
])('a megabyte of hostile HTML is read within a second of one processor: %#', (html) => {
  // Other threads of this process run other tests.
  const before = process.threadCpuUsage()
  plainText(html)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(1_000)
})
