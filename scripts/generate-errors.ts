interface Explained {
  readonly cause: string
  readonly cure: string
}

export interface Catalogs {
  readonly problems: Readonly<Record<string, Explained & { readonly status: number }>>
  readonly fields: Readonly<Record<string, Explained>>
  readonly results: Readonly<Record<string, Explained>>
}

/** Generates the page of all codes, with the cause and the cure of each. */
export function generateErrors({ problems, fields, results }: Catalogs): string {
  return [
    introduction,
    codeTable(['Code', 'Status', 'Cause', 'Cure'], problems, ({ status }) => [String(status)]),
    forFields,
    codeTable(['Code', 'Cause', 'Cure'], fields, () => []),
    forResults,
    codeTable(['Code', 'Cause', 'Cure'], results, () => []),
  ].join('\n')
}

const introduction = `# Errors

This page lists every error code, its cause and its cure. Codes are stable. The sentences are for people and may change.
A running server explains each code at \`/docs/problems/<code>\`, which is also the \`type\` of the problem.

This page is generated. To change it, edit server/src/http/docs/problem-catalog.ts, server/src/http/docs/field-catalog.ts
or server/src/publishing/error-catalog.ts, then run \`npm run check -- --fix\`.

## Problems

A request that fails gets one of these codes, in an \`application/problem+json\` answer.
`

const forFields = `
## One field

These codes appear in \`errors[]\` of a 422. Each entry names its place in the request. A problem with a single entry has
that entry's code. Content that a network would refuse gets codes of that network, such as \`text_too_long\`; their
\`detail\` explains them.
`

const forResults = `
## Post results

These codes say why a post is not public on an account. They are the \`error.code\` of a post result, a part or an
attempt. \`platform_code\` and \`message\` hold the network's own words.
`

function codeTable<Entry extends Explained>(
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

// Characters that Markdown would read as markup are escaped.
function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('_', '\\_')
}
