import { html } from '../lib/html.ts'
import { type Explained, errorCatalog } from '../publishing/error-catalog.ts'
import { fieldCatalog } from './docs/field-catalog.ts'
import { problemCatalog } from './docs/problem-catalog.ts'
import { plainPage } from './pages/plain-page.ts'
import type { StreamAnswer } from './stream-route.ts'

const catalogs: readonly { readonly title: string; readonly entries: Readonly<Record<string, Explained>> }[] =
  [
    { title: 'Problems', entries: problemCatalog },
    { title: 'One field', entries: fieldCatalog },
    { title: 'Post results', entries: errorCatalog },
  ]

/**
 * The page of one code, or of all codes if `code` is null or unknown, for a server at an address without a slash at its end. An
 * unknown code is never echoed.
 */
export function problemPage(publicUrl: string, code: string | null): StreamAnswer {
  const isKnown = code !== null && catalogs.some(({ entries }) => Object.hasOwn(entries, code))
  const sections = catalogs.map(({ title, entries }) => {
    const shown = Object.entries(entries).filter(([name]) => !isKnown || name === code)
    if (shown.length === 0) return null
    const list = shown.map(
      ([name, { cause, cure }]) => html`<dt><code>${name}</code></dt>\n<dd>${cause} <em>${cure}</em></dd>\n`,
    )
    return html`<h2>${title}</h2>\n<dl>\n${list}</dl>\n`
  })
  const lead = isKnown
    ? html`<p><a href="${publicUrl}/docs/problems">All codes</a> · <a href="${publicUrl}/docs">The API</a></p>`
    : html`<p>Every problem has a stable <code>code</code>. Connectors add codes for content that their network would refuse; <code>detail</code> explains those. <a href="${publicUrl}/docs">The API</a></p>`
  return plainPage(200, 'Problems', html`${lead}\n${sections}`, { isWide: true })
}
