import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { House } from '../house.ts'

/** The revisions of the protocol that clients speak: the one of July 2026, and those before. */
export const revisions = ['2026-07-28', '2025-11-25'] as const

/** The answer of a tool; its members are what a test is about. */
export interface Said {
  isError: boolean
  /** The first text, which is JSON unless the call was refused before it reached the API. */
  text: string
  /** The texts after it. */
  notes: string[]
  json: ReturnType<typeof JSON.parse>
}

export interface Agent {
  client: Client
  call(tool: string, given?: Record<string, unknown>): Promise<Said>
  close(): Promise<void>
}

/** Connects a client of the protocol's own library, as an agent's program does. */
export async function connectAgent(
  house: Pick<House, 'url'>,
  key: string,
  revision: (typeof revisions)[number] = '2026-07-28',
): Promise<Agent> {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy'
  const client = new Client({ name: 'an-agent', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', house.url), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  )
  return {
    client,
    call: async (name, given = {}) => {
      const result = await client.callTool({ name, arguments: given })
      const texts = (result.content as { text: string }[]).map(({ text }) => text)
      return {
        isError: result.isError === true,
        text: texts[0] ?? '',
        notes: texts.slice(1),
        json: result.structuredContent,
      }
    },
    close: () => client.close(),
  }
}
