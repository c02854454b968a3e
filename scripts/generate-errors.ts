interface Explained {
  readonly cause: string
  readonly cure: string
}

export interface Catalogs {
  readonly problems: Readonly<Record<string, Explained & { readonly status: number }>>
  readonly fields: Readonly<Record<string, Explained>>
  readonly results: Readonly<Record<string, Explained>>
}

/** The page that tells every code, its cause and its cure. */
export function generateErrors({ problems, fields, results }: Catalogs): string {
  return [
    introduction,
    table(['Code', 'Status', 'Cause', 'Cure'], problems, ({ status }) => [String(status)]),
    forFields,
    table(['Code', 'Cause', 'Cure'], fields, () => []),
    forResults,
    table(['Code', 'Cause', 'Cure'], results, () => []),
  ].join('\n')
}

const introduction = `# Errors

Every code that Crier answers, why, and what helps. Codes are stable; the sentences beside them are for people and may
change. A running server explains each at \`/docs/problems/<code>\`, where the \`type\` of a problem leads.

This page is generated: change server/src/http/docs/problem-catalog.ts, server/src/http/docs/field-catalog.ts or
server/src/publishing/error-catalog.ts, then run \`npm run check -- --fix\`.

## Problems

What a request is answered with that cannot be answered as asked, as \`application/problem+json\`.
`

const forFields = `
## One field

The codes in \`errors[]\` of a 422, each with the place it concerns. A problem with one entry has its code. What a network
would refuse comes with codes of that network besides, such as \`text_too_long\`; their \`detail\` says what is too much.
`

const forResults = `
## Post results

Why a post is not public on an account: \`error.code\` of a post result, a part or an attempt. What the network itself said
stands in \`platform_code\` and \`message\`.
`

function table<Entry extends Explained>(
  heads: readonly string[],
  entries: Readonly<Record<string, Entry>>,
  between: (entry: Entry) => string[],
): string {
  const rows = Object.entries(entries).map(([code, entry]) => [
    `\`${code}\``,
    ...between(entry),
    inCell(entry.cause),
    inCell(entry.cure),
  ])
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

// What looks like markup is text.
function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('_', '\\_')
}
