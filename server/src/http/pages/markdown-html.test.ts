import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { connectors } from '../../connectors/index.ts'
import { markdownHtml } from './markdown-html.ts'

const written = (text: string) => markdownHtml(text).markup.replaceAll(/\n+/g, '\n').trim()

test.each([
  ['## Rules\n\nOne\nline.\n\nTwo.', '<h2>Rules</h2>\n<p>One\nline.</p>\n<p>Two.</p>'],
  ['### Reviews', '<h3>Reviews</h3>'],
  ['- one\n- `two`', '<ul>\n<li>one</li>\n<li><code>two</code></li>\n</ul>'],
  ['4. four\n   goes on\n5. five', '<ol start="4">\n<li>four\ngoes on</li>\n<li>five</li>\n</ol>'],
  [
    '1. Set it:\n\n   ```sh\n   A=b\n   ```\n\n   or not.\n2. Two',
    '<ol start="1">\n<li>Set it:<pre>A=b</pre>\n<p>or not.</p>\n</li>\n<li>Two</li>\n</ol>',
  ],
  [
    '| a | b |\n| --- | --- |\n| `c` | |',
    '<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td><code>c</code></td><td></td></tr>\n</table>',
  ],
  ['```sh\nnpm <run>\n# no heading\n```', '<pre>npm &#60;run&#62;\n# no heading</pre>'],
  ['**bold `code`** and *weak*', '<p><strong>bold <code>code</code></strong> and <em>weak</em></p>'],
  ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ['[a](https://b.test/c)', '<p><a href="https://b.test/c" rel="noreferrer">a</a></p>'],
  ['<https://b.test>', '<p><a href="https://b.test" rel="noreferrer">https://b.test</a></p>'],
  ['[beside](../x.md) [script](javascript:alert)', '<p>beside script</p>'],
  ['<script>"&"</script>', '<p>&#60;script&#62;&#34;&#38;&#34;&#60;/script&#62;</p>'],
])('%j is written %j', (text, markup) => {
  expect(written(text)).toBe(markup)
})

test.each(connectors.map((connector) => [connector.name, connector] as const))(
  'no sign of Markdown is left in the page of %s',
  (_name, { preview }) => {
    const text = readFileSync(new URL('README.md', preview.icon), 'utf8')
    const plain = markdownHtml(text)
      .markup.replaceAll(/<pre>[^<]*<\/pre>|<code>[^<]*<\/code>/g, '')
      .replaceAll(/<[^<>]*>/g, '')
    expect(plain).not.toMatch(/\*\*|`|&#96;|\]\(|^[|#]|^ *- |^ *\d+\. /m)
  },
)
