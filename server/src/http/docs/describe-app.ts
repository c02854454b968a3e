import manifest from '../../../package.json' with { type: 'json' }
import type { PersonOperation } from '../app/person-operation.ts'
import { members, named, problemResponses, requestBody } from './describe-api.ts'
import { headers, nameOfProblem, problemSchema } from './openapi-parts.ts'

type Node = { [key: string]: unknown }

/** The session API as OpenAPI 3.1, from the schemas that validate and serialize it. */
export function describeApp({
  operations,
  publicUrl,
}: {
  readonly operations: readonly PersonOperation[]
  readonly publicUrl: string
}): Node {
  const schemas: Record<string, unknown> = { Problem: problemSchema }
  const paths: Record<string, Node> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, schemas),
    }
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Crier, session API',
      version: manifest.version,
      summary: 'Signs people in, for the pages of the app.',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: publicUrl.startsWith('https:') ? '__Host-crier_session' : 'crier_session',
        },
      },
      headers,
      responses: problemResponses(publicUrl),
      schemas,
    },
  }
  return JSON.parse(JSON.stringify(document)) as Node
}

const description = `For pages of this server alone: a change from a page of another site is refused. Problems are those of
the API. With the same cookie a page may also call every operation below \`/v1\`, if it names the workspace in the header
\`Crier-Workspace\`, and the mode in \`Crier-Mode\` (\`live\` unless it says \`test\`).`

function describeOperation(operation: PersonOperation, schemas: Record<string, unknown>): Node {
  const responses: Node = {
    200: {
      description: 'Done.',
      content: {
        'application/json': { schema: named(operation.response, schemas), example: operation.successExample },
      },
    },
  }
  for (const status of problemStatuses(operation))
    responses[status] = { $ref: `#/components/responses/${nameOfProblem(status)}` }
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: [operation.description, ...demands(operation)].filter(Boolean).join('\n\n') || undefined,
    'x-least-role': operation.least,
    ...(operation.who === 'anybody' ? { security: [] } : {}),
    parameters: [...members(operation.params, 'path'), ...members(operation.query, 'query')],
    ...(operation.body === null ? {} : { requestBody: requestBody(operation, schemas) }),
    responses,
  }
}

/** The demands of an operation on the person, in sentences. */
function demands({ least, needsProof }: PersonOperation): string[] {
  return [
    ...(least === undefined ? [] : [`Needs the role \`${least}\` in the workspace, or a higher one.`]),
    ...(needsProof ? ['Needs a proof of who you are that is at most ten minutes old.'] : []),
  ]
}

/** Every status an operation may answer besides 200. */
function problemStatuses(operation: PersonOperation): number[] {
  const statuses = new Set([403, 500, 503, ...(operation.problems ?? [])])
  if (operation.who === 'person') statuses.add(401)
  if (operation.path.includes('{')) statuses.add(404)
  if (Object.keys(operation.query.properties).length > 0) statuses.add(422)
  if (operation.body !== null) for (const status of [400, 413, 415, 422]) statuses.add(status)
  return [...statuses].sort((a, b) => a - b)
}
