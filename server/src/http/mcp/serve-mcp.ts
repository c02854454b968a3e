import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import manifest from '../../../package.json' with { type: 'json' }
import type { KeyCaller } from '../../context.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import type { AnswerWithin, RequestWithin } from '../serving/answer-within.ts'
import { refuse, writeRequest, writeResult } from './call-tool.ts'
import type { Tool } from './describe-tool.ts'
import { writeInstructions } from './instructions.ts'

/** A tool with the function that asks its operation. */
export interface ServedTool extends Tool {
  readonly answer: (request: RequestWithin) => Promise<AnswerWithin>
}

export interface McpRequest extends Pick<RequestWithin, 'from' | 'requestId' | 'idempotencyKey'> {
  readonly caller: KeyCaller
  /** The message, parsed. */
  readonly message: unknown
  /** The headers in which a client of the protocol says what it speaks. */
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly publicUrl: string
  /** All tools; the caller is shown those that its key may use. */
  readonly tools: readonly ServedTool[]
}

/**
 * Answers one message of the Model Context Protocol. There are no sessions: each message is answered by a server of its own,
 * with JSON and never with a stream, whether the client speaks the revision of July 2026 or one of those before.
 */
export async function serveMcp(request: McpRequest): Promise<Response> {
  const { message, headers, signal, publicUrl } = request
  const asked = new Request(`${publicUrl}/mcp`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      // The answer is JSON in any case, which some clients ask for alone.
      accept: 'application/json, text/event-stream',
    },
    signal,
  })
  if (await isLegacyRequest(asked, message)) return answerLegacy(asked, request)
  const handler = createMcpHandler(() => createServer(request), {
    legacy: 'reject',
    // Nothing here changes while a client is connected, so there is nothing to listen for.
    maxSubscriptions: 0,
  })
  return handler.fetch(asked, { parsedBody: message })
}

async function answerLegacy(asked: Request, request: McpRequest): Promise<Response> {
  const server = createServer(request)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const response = await transport.handleRequest(asked, { parsedBody: request.message })
  const body = await response.arrayBuffer()
  await server.close()
  return new Response(body.byteLength === 0 ? null : body, response)
}

function createServer({ caller, publicUrl, tools, from, requestId, ...message }: McpRequest): Server {
  const server = new Server(
    { name: 'crier', title: 'Crier', version: manifest.version, websiteUrl: publicUrl },
    { capabilities: { tools: {} }, instructions: writeInstructions(caller) },
  )
  const shown = tools.filter(
    ({ operation }) => caller.scopes === 'all' || caller.scopes.includes(operation.scope),
  )
  server.setRequestHandler('tools/list', async () => ({
    tools: shown.map(({ name, title, description, inputSchema, annotations }) => ({
      ...{ name, title, description, annotations },
      inputSchema: { ...inputSchema, required: [...inputSchema.required] },
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'There is no tool of this name. tools/list has them all.',
      )
    }
    const wanted = writeRequest(tool, (params.arguments ?? {}) as JsonObject)
    if ('refusal' in wanted) return refuse(wanted.refusal)
    // A message that is sent twice under one name asks for one thing, where the agent itself gave no name.
    const idempotencyKey = wanted.idempotencyKey ?? message.idempotencyKey
    return writeResult(tool, await tool.answer({ ...wanted, idempotencyKey, caller, from, requestId }))
  })
  return server
}
