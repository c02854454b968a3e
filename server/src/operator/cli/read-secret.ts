import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { UsageError } from './command.ts'

/**
 * A secret from stdin: asked for without showing it where a person types, else all there is, without the line break at
 * its end.
 * @throws UsageError when there is none.
 */
export async function readSecret(
  name: string,
  stdin: NodeJS.ReadableStream,
  stderr: { write(text: string): unknown },
): Promise<string> {
  const isTyped = 'isTTY' in stdin && stdin.isTTY === true
  const secret = isTyped ? await ask(name, stdin, stderr) : (await readAll(stdin)).replace(/\r?\n$/, '')
  if (!secret) throw new UsageError(`--${name} is "-", but nothing came from stdin.`)
  return secret
}

async function ask(
  name: string,
  stdin: NodeJS.ReadableStream,
  stderr: { write(text: string): unknown },
): Promise<string> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: stdin, output: silence, terminal: true })
  const givenUp = new AbortController()
  // Now, and not before, what is typed is no longer shown.
  stderr.write(`${name}: `)
  line.on('SIGINT', () => givenUp.abort())
  try {
    return await line.question('', { signal: givenUp.signal })
  } catch (error) {
    if (!givenUp.signal.aborted) throw error
    throw new UsageError('Canceled.')
  } finally {
    line.close()
    stderr.write('\n')
  }
}
