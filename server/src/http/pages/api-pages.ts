import { type Html, html } from '../../lib/html.ts'
import { quoteForShell } from '../../lib/process/quote-for-shell.ts'
import type { StreamAnswer } from '../stream-route.ts'
import type { DescribedOperation, Field } from './described-operation.ts'
import { plainPage } from './plain-page.ts'

/** The pages about the API, made from what the server serves. */
export interface ApiPages {
  readonly index: () => StreamAnswer
  /** Null where there is no operation of this name. */
  readonly of: (id: string) => StreamAnswer | null
}

/** Makes the pages for an address without a slash at its end. */
export function createApiPages(publicUrl: string, operations: readonly DescribedOperation[]): ApiPages {
  // The operations of a subject are listed together, in the order of the server's list.
  const subjects = Map.groupBy(operations, ({ path }) => subjectOf(path))
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  return {
    index: () => plainPage(200, 'The API', indexOf(publicUrl, subjects), { isWide: true }),
    of: (id) => {
      const found = byId.get(id)
      return found === undefined ? null : operationPage(publicUrl, found)
    },
  }
}

function subjectOf(path: string): string {
  return (path.split('/')[path.startsWith('/v1/') ? 2 : 1] ?? '').replaceAll('-', ' ')
}

function indexOf(url: string, subjects: ReadonlyMap<string, readonly DescribedOperation[]>): Html {
  return html`<p>This server publishes for programs too. A program can do with a key all that its pages do.</p>
<h2>The first calls</h2>
<p>Make a key under <a href="${url}/settings/api-keys">API keys</a>. A test key sees only test data, so nothing that it does
is public. Then, in a terminal:</p>
<pre>export CRIER_API_KEY=crier_test_…
curl -sS ${url}/v1/social-accounts -H "Authorization: Bearer $CRIER_API_KEY"</pre>
<p>The answer lists the accounts of that key, each with its <code>id</code>. Publish on one of them:</p>
<pre>curl -sS ${url}/v1/posts -H "Authorization: Bearer $CRIER_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"caption": "Hello from the API", "social_accounts": ["ID"]}'</pre>
<p>A field <code>scheduled_at</code> plans the post for later: a time within the next 365 days, written like
<code>created_at</code> in the answer. <code>"is_draft": true</code> only keeps it.</p>
<h2>Good to know</h2>
<ul>
<li>A refusal says what is wrong in <code>detail</code>, and where in <code>errors</code>. <code>code</code> never changes:
<a href="${url}/docs/problems">all codes</a>.</li>
<li>An <code>Idempotency-Key</code> header makes a change safe to repeat for 24 hours.</li>
<li>Lists answer <code>data</code> and <code>meta</code>. Follow <code>meta.next</code> to the next page.</li>
<li>For tools: <a href="${url}/openapi.json">the whole API as OpenAPI 3.1</a>. For TypeScript: the folder <code>sdk</code> of
Crier’s source.</li>
</ul>
${[...subjects].map(([subject, operations]) => subjectPart(url, subject, operations))}`
}

function subjectPart(url: string, subject: string, operations: readonly DescribedOperation[]): Html {
  return html`<h2>${subject.charAt(0).toUpperCase() + subject.slice(1)}</h2>
<ul class="operations">
${operations.map(
  ({ id, method, path, summary }) =>
    html`<li><a href="${url}/docs/operations/${id}">${summary}</a> <code>${method} ${path}</code></li>\n`,
)}</ul>
`
}

function operationPage(url: string, operation: DescribedOperation): StreamAnswer {
  const { method, path, scope, summary, description, isChange, answer } = operation
  const content = html`<p><code>${method} ${path}</code></p>
<p>${scope === null ? 'It needs no key.' : html`The key needs the scope <code>${scope}</code>.`}${
    isChange ? html` An <code>Idempotency-Key</code> header makes it safe to repeat for 24 hours.` : null
  }</p>
${description === null ? null : html`<p>${withCode(description)}</p>\n`}<pre>${commandOf(url, operation)}</pre>
${fieldsPart('In the address', operation.params)}${fieldsPart('In the query', operation.query)}${fieldsPart(
  'In the body',
  operation.body,
)}${
  answer === undefined ? null : html`<h2>Its answer</h2>\n<pre>${JSON.stringify(answer, null, 2)}</pre>\n`
}<p><a href="${url}/docs">All operations</a> · <a href="${url}/docs/problems">Codes of refusals</a></p>`
  return plainPage(200, summary, content, { isWide: true })
}

/** A command for a terminal that carries the example of the body. */
function commandOf(url: string, { method, path, scope, bodyExample }: DescribedOperation): string {
  const lines = [`curl -sS ${method === 'GET' ? '' : `-X ${method} `}${quoteForShell(url + path)}`]
  if (scope !== null) lines.push('-H "Authorization: Bearer $CRIER_API_KEY"')
  if (bodyExample !== undefined) {
    lines.push("-H 'Content-Type: application/json'")
    lines.push(`-d ${quoteForShell(JSON.stringify(bodyExample, null, 2))}`)
  }
  return lines.join(' \\\n  ')
}

/** A text with the names of fields between backticks. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))
}

function fieldsPart(title: string, fields: readonly Field[]): Html | null {
  if (fields.length === 0) return null
  const rows = fields.map(
    ({ name, type, isRequired, words }) =>
      html`<dt><code>${name}</code> <span class="soft">${type}${isRequired ? ', required' : ''}</span></dt>
<dd>${withCode(words)}</dd>
`,
  )
  return html`<h2>${title}</h2>\n<dl>\n${rows}</dl>\n`
}
