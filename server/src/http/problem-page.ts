import { type Explained, errorCatalog } from '../publishing/error-catalog.ts'
import { fieldCatalog } from './docs/field-catalog.ts'
import { problemCatalog } from './docs/problem-catalog.ts'

const catalogs: readonly { readonly title: string; readonly entries: Readonly<Record<string, Explained>> }[] =
  [
    { title: 'Problems', entries: problemCatalog },
    { title: 'One field', entries: fieldCatalog },
    { title: 'Post results', entries: errorCatalog },
  ]

/** The page to which a problem's `type` leads; all codes where none is named. Only known codes are ever written. */
export function problemPage(code: string | null): string {
  const isKnown = code !== null && catalogs.some(({ entries }) => Object.hasOwn(entries, code))
  const sections = catalogs.map(({ title, entries }) => {
    const shown = Object.entries(entries).filter(([name]) => !isKnown || name === code)
    if (shown.length === 0) return ''
    const list = shown.map(
      ([name, { cause, cure }]) =>
        `<dt><code>${name}</code></dt>\n<dd>${escaped(cause)} <em>${escaped(cure)}</em></dd>`,
    )
    return `<h2>${title}</h2>\n<dl>\n${list.join('\n')}\n</dl>\n`
  })
  const lead = isKnown
    ? '<p><a href="/docs/problems">All codes</a></p>'
    : '<p>Every problem has a stable <code>code</code>. What a network would refuse has codes of its own besides; their <code>detail</code> says what is wrong.</p>'
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Problems · Crier</title>
<h1>Problems</h1>
${lead}
${sections.join('')}</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
