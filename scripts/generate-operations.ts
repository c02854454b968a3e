interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly security: readonly { readonly apiKey: readonly string[] }[]
  readonly responses: Readonly<Record<string, unknown>>
}

/** What of an OpenAPI document is told. */
interface Api {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

// What any operation with a key may answer.
const everywhere = ['401', '402', '403', '422', '429', '500', '503']

/** The page that tells every operation, from the OpenAPI document. */
export function generateOperations(document: object): string {
  const rows = Object.entries((document as Api).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const tags = [...new Set(rows.flatMap(({ operation }) => operation.tags))].sort()
  const sections = tags.map((tag) => {
    const lines = rows.filter(({ operation }) => operation.tags.includes(tag)).map(line)
    return `## ${tag}\n\n${heads}${lines.join('')}`
  })
  return `${introduction}\n${sections.join('\n')}`
}

const introduction = `# Operations

Every operation of the API. The whole of it, with schemas and examples, is the OpenAPI document that a running server
answers at \`/openapi.json\`; this page is generated from it by \`npm run check -- --fix\`. To publish or to schedule takes
the scope \`publish\` besides \`write\`.

A key needs the scope of the operation; without a scope no key is asked for. With a key, any operation may also answer
${everywhere.join(', ')}; [errors](errors.md) explains the codes.
`

const heads = '| Operation | Request | Scope | Problems besides | What it does |\n|---|---|---|---|---|\n'

function line({ path, method, operation }: { path: string; method: string; operation: Described }): string {
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
