import { createInterface } from 'node:readline'
import { ApiError } from '@crier/sdk'
import type { Command } from '../command/command.ts'
import type { Terminal } from '../output/terminal.ts'
import type { Session } from '../session/session.ts'

interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly name?: unknown; readonly _meta?: Readonly<Record<string, unknown>> }
}

/** `crier mcp`: carries messages between a program that starts commands and the server. */
export const mcp: Command = {
  words: ['mcp'],
  summary: 'Lets an agent use the server, with messages on standard input and output.',
  details: [
    'For programs that reach a server of the Model Context Protocol by starting a command. A program that reaches one by HTTP takes the address of this server with /mcp, and needs no command. The command ends with its input.',
  ],
  examples: ['crier mcp --profile work'],
  run: async ({ open, terminal, signal }) => {
    const session = await open()
    // A key that is refused ends the command, so that the program shows why.
    await session.me()
    const underWay = new Set<Promise<void>>()
    for await (const line of createInterface({ input: terminal.stdin, signal })) {
      if (line.trim() === '') continue
      const carried = carry(line, session, terminal).finally(() => underWay.delete(carried))
      underWay.add(carried)
    }
    await Promise.all(underWay)
    return {}
  },
}

async function carry(line: string, session: Session, terminal: Terminal): Promise<void> {
  let message: Message
  try {
    message = JSON.parse(line) as Message
  } catch {
    return terminal.printJson(failure(null, -32700, 'This is no JSON.'))
  }
  try {
    const options = { ...session.reading, body: message, headers: headersOf(message) }
    const answer = await (await session.client.request('POST', '/mcp', options)).text()
    if (answer !== '') terminal.printJson(JSON.parse(answer))
  } catch (error) {
    // A message without an id is a notice, to which nobody expects an answer.
    if (message?.id !== undefined) terminal.printJson(failure(message.id, -32000, sentenceOf(error)))
  }
}

/** A message of the revisions since July 2026 says in itself what HTTP says in headers too. */
function headersOf(message: Message): Record<string, string> {
  const { method, params } = message ?? {}
  const revision = params?._meta?.['io.modelcontextprotocol/protocolVersion']
  if (typeof revision !== 'string' || typeof method !== 'string') return {}
  const name = typeof params?.name === 'string' ? { 'Mcp-Name': params.name } : {}
  return { 'Mcp-Protocol-Version': revision, 'Mcp-Method': method, ...name }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.problem.detail
  const told = error instanceof Error ? error.message : String(error)
  return `${told} What was asked for may have been done. Ask again with the same idempotency_key, or look first.`
}

function failure(id: unknown, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
