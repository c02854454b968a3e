import { Problem } from '../../lib/problem.ts'
import type { Operation } from '../operation.ts'
import { readJson } from '../read-json.ts'
import { defineStream, type StreamAnswer, type StreamRoute } from '../stream-route.ts'
import { describeTool, type Tool } from './describe-tool.ts'
import { discoveryOfAgents } from './discovery.ts'
import type { ServedTool } from './serve-mcp.ts'
import { createReword, toolSpecs } from './tools.ts'

const mcpPath = '/mcp'
/** A post with every option fits into the 256 kB of an operation; a message wraps it. */
const mostBytes = 320 * 1024

/**
 * Lets agents use the API by the Model Context Protocol. A tool asks an operation of the API in the name of the key, so scopes,
 * the audit log and idempotency hold for it as they hold there; its message counts against the limit of the key.
 */
export function mcpRoute(
  publicUrl: string,
  operations: readonly Operation[],
  createAnswer: (operation: Operation) => ServedTool['answer'],
): StreamRoute {
  let made: readonly ServedTool[] | undefined
  const tools = () => {
    made ??= makeTools(operations).map((tool) => ({ ...tool, answer: createAnswer(tool.operation) }))
    return made
  }
  return defineStream({
    id: 'callMcp',
    method: 'POST',
    path: mcpPath,
    group: 'api',
    authentication: { scope: 'read', discovery: discoveryOfAgents(publicUrl) },
    audit: { none: 'Each tool asks an operation of the API, and that is in the log.' },
    doc: null,
    run: async (_context, request) => {
      const { caller, headers, signal, ip, requestId } = request
      const userAgent = headers['user-agent']
      const name = headers['idempotency-key']
      if (caller.kind !== 'key') throw keyNeeded
      const message = await readJson(request, mostBytes)
      if (Array.isArray(message)) throw oneAtATime
      // It takes 0.15 s and 17 MB, which a server without agents keeps.
      const { serveMcp } = await import('./serve-mcp.ts')
      const response = await serveMcp({
        ...{ caller, requestId, message, signal },
        headers: ofProtocol(headers),
        publicUrl: publicUrl.replace(/\/$/, ''),
        tools: tools(),
        idempotencyKey: typeof name === 'string' ? name : null,
        from: { ip, userAgent: typeof userAgent === 'string' ? userAgent : null },
      })
      return toAnswer(response)
    },
  })
}

const keyNeeded = new Problem(
  401,
  'unauthorized',
  'Agents need an API key, sent as "Authorization: Bearer crier_…".',
)
const oneAtATime = new Problem(400, 'invalid_body', 'Send one message at a time, not a list.')

/** Makes the tools of those operations that agents use. */
export function makeTools(operations: readonly Operation[]): Tool[] {
  const reword = createReword(operations)
  return toolSpecs.flatMap((spec) => {
    const operation = operations.find(({ id }) => id === spec.operation)
    const like = operations.find(({ id }) => id === spec.like)
    return operation === undefined ? [] : [describeTool(operation, spec, reword, like)]
  })
}

/** The headers that the protocol defines, such as its revision. */
function ofProtocol(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('mcp-') && typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}

async function toAnswer(response: Response): Promise<StreamAnswer> {
  const type = response.headers.get('content-type')
  const bytes = Buffer.from(await response.arrayBuffer())
  return {
    status: response.status,
    headers: type === null ? {} : { 'content-type': type },
    body: bytes.length === 0 ? null : bytes,
  }
}
