import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { routes as served } from '../src/http/routes/index.ts'

/** An answer that some operation really gave in this run, and the test file that asked. */
export interface RecordedAnswer {
  operation: string
  status: number
  /** Its path from `server/`. */
  file: string
}

interface Answered {
  request: IncomingMessage
  response: ServerResponse
  server: Server
}

const finished = 'http.server.response.finish'
const project = join(import.meta.dirname, '..')
const journal = () => join(inject('runFolder'), 'answers.ndjson')

/** Notes which operations the server on this port answers how, until the function it answers is called. */
export function recordAnswers(port: number): () => void {
  const file = (expect.getState().testPath ?? '').slice(project.length + 1)
  const noted = new Set<string>()
  const note = (message: unknown) => {
    const { request, response, server } = message as Answered
    const address = server.address()
    if (typeof address !== 'object' || address?.port !== port) return
    const operation = operationOf(request)
    if (operation) noted.add(JSON.stringify({ operation, status: response.statusCode, file }))
  }
  subscribe(finished, note)
  return () => {
    unsubscribe(finished, note)
    // One write, so that the lines of houses that stop together do not mix.
    if (noted.size > 0) appendFileSync(journal(), `${[...noted].join('\n')}\n`)
  }
}

// A path without parameters goes before one that would take its last word for an id.
const routes = [...served.operations, ...served.personOperations, ...served.streams]
  .map(({ id, method, path }) => ({ id, method, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  .sort((a, b) => Number(a.path.source.includes('[')) - Number(b.path.source.includes('[')))

function operationOf({ method, url = '' }: IncomingMessage): string | undefined {
  const [path = ''] = url.split('?')
  return routes.find((route) => route.method === method && route.path.test(path))?.id
}

/** All that was noted in this run so far. */
export function readAnswers(): RecordedAnswer[] {
  if (!existsSync(journal())) return []
  const lines = readFileSync(journal(), 'utf8').trim().split('\n')
  return lines.map((line): RecordedAnswer => JSON.parse(line))
}
