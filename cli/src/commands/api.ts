import type { Command, Outcome } from '../command/command.ts'
import { changeOptions } from '../command/global-options.ts'
import { UsageError } from '../command/refusals.ts'
import { writeJson } from '../output/clean-text.ts'
import type { Terminal } from '../output/terminal.ts'
import { readTextFile } from '../settings/read-input.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** `crier api`: any operation, for everything that has no command. */
export const api: Command = {
  words: ['api'],
  summary: 'Calls any operation of the API and prints its answer.',
  details: ['/docs of the server describes the operations. A change carries an idempotency key here too.'],
  positionals: [
    { name: 'method', about: `the method: ${methods.join(', ')}` },
    { name: 'path', about: 'the path, such as /v1/usage, with its query' },
  ],
  options: {
    data: { value: 'JSON|@FILE|-', about: 'The body: JSON, or a file or standard input that holds it.' },
    'if-match': { value: 'ETAG', about: 'Refuses the change if the thing has another ETag by now.' },
    ...changeOptions,
  },
  examples: [
    'crier api GET "/v1/calendar?from=2026-12-01&to=2026-12-31"',
    'crier api POST /v1/posts --data @post.json',
  ],
  run: async ({ given, open, terminal }): Promise<Outcome> => {
    const method = given.needed('method').toUpperCase()
    const path = given.needed('path').replace(/^(?=v\d)/, '/')
    if (!methods.includes(method)) throw new UsageError(`"${method}" is no method: ${methods.join(', ')}.`)
    if (!path.startsWith('/'))
      throw new UsageError(`"${path}" is no path: one begins with a slash, such as /v1/usage.`)
    const body = await readBody(given.text('data'), terminal)
    const session = await open()
    const ifMatch = given.text('if-match')
    const call = { ...(body === undefined ? {} : { body }), ...(ifMatch === null ? {} : { ifMatch }) }
    const isChange = !['GET', 'HEAD'].includes(method)
    const response = isChange
      ? await session.change((options) => session.client.request(method, path, { ...call, ...options }))
      : await session.client.request(method, path, { ...call, ...session.reading })
    await print(response, terminal, given.flag('json'))
    return {}
  },
}

async function readBody(data: string | null, terminal: Terminal): Promise<unknown> {
  if (data === null) return undefined
  const text =
    data === '-' || data.startsWith('@') ? await readTextFile(data.replace(/^@/, ''), terminal) : data
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new UsageError(`--data is no JSON: ${(error as Error).message}.`)
  }
}

/** JSON is printed with indentation to a terminal, and on one line otherwise. */
async function print(response: Response, terminal: Terminal, isCompact: boolean): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  if (/[/+]json/.test(type)) {
    const value: unknown = await response.json()
    return terminal.isTerminal && !isCompact ? terminal.print(writeJson(value, 2)) : terminal.printJson(value)
  }
  if (type === '' || /^text\/|charset=/.test(type)) return terminal.printText(await response.text())
  terminal.printBytes(new Uint8Array(await response.arrayBuffer()))
}
