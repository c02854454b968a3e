interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly security: readonly { readonly apiKey: readonly string[] }[]
  readonly responses: Readonly<Record<string, unknown>>
}

/** The parts of an OpenAPI document that the page shows. */
interface Api {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

// Statuses that every operation with a key may answer.
const everywhere = ['401', '402', '403', '422', '429', '500', '503']

/** Generates the page of all operations from the OpenAPI document. */
export function generateOperations(document: object): string {
  const rows = Object.entries((document as Api).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const tags = [...new Set(rows.flatMap(({ operation }) => operation.tags))].sort()
  const sections = tags.map((tag) => {
    const lines = rows.filter(({ operation }) => operation.tags.includes(tag)).map(operationRow)
    return `## ${tag}\n\n${heads}${lines.join('')}`
  })
  return `${introduction}\n${sections.join('\n')}`
}

const introduction = `# Operations

This page lists every operation of the API. A running server answers the full description, with schemas and examples, as an
OpenAPI document at \`/openapi.json\`. This page is generated from it by \`npm run check -- --fix\`.

The API key needs the scope of the operation. To publish or to schedule it needs \`publish\` as well as \`write\`. An
operation without a scope needs no key. Every operation with a key may also answer ${everywhere.join(', ')};
[errors](errors.md) explains the codes.
`

const heads = '| Operation | Request | Scope | Further errors | What it does |\n|---|---|---|---|---|\n'

function operationRow({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: Described
}): string {
  const scope = operation.security[0]?.apiKey.join(', ')
  const isCommon = (status: string) => scope !== undefined && everywhere.includes(status)
  const problems = Object.keys(operation.responses).filter((status) => status >= '400' && !isCommon(status))
  const cells = [
    `\`${operation.operationId}\``,
    `\`${method.toUpperCase()} ${path}\``,
    scope === undefined ? '–' : `\`${scope}\``,
    problems.join(', ') || '–',
    operation.summary,
  ]
  return `| ${cells.join(' | ')} |\n`
}
