import { problemCatalog } from './problem-catalog.ts'

/** The page that a problem's `type` leads to; all of them where no code is named. Only known codes are ever written. */
export function problemPage(code: string | null): string {
  const known = code !== null && Object.hasOwn(problemCatalog, code) ? [code] : null
  const shown = known ?? Object.keys(problemCatalog)
  const entries = shown.map(
    (name) => `<dt id="${name}"><code>${name}</code></dt>\n<dd>${problemCatalog[name] ?? ''}</dd>`,
  )
  const lead = known
    ? '<p><a href="/docs/problems">All problems</a></p>'
    : '<p>Every problem has a stable <code>code</code>. A code that is not listed here stands for one field, and its <code>detail</code> says what is wrong with it.</p>'
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Problems · Crier</title>
<h1>Problems</h1>
${lead}
<dl>
${entries.join('\n').replaceAll('<key>', '&lt;key&gt;')}
</dl>
</html>
`
}
