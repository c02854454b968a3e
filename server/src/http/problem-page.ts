import { type Explained, errorCatalog } from '../publishing/error-catalog.ts'
import { fieldCatalog } from './docs/field-catalog.ts'
import { problemCatalog } from './docs/problem-catalog.ts'

const catalogs: readonly { readonly title: string; readonly entries: Readonly<Record<string, Explained>> }[] =
  [
    { title: 'Problems', entries: problemCatalog },
    { title: 'One field', entries: fieldCatalog },
    { title: 'Post results', entries: errorCatalog },
  ]

/** Renders the page of one code, or of all codes if `code` is null or unknown. An unknown code is never echoed. */
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
    : '<p>Every problem has a stable <code>code</code>. Connectors add codes for content that their network would refuse; <code>detail</code> explains those.</p>'
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
