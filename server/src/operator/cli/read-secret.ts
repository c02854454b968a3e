import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { UsageError } from './command.ts'

/**
 * Reads a secret from stdin. On a terminal it asks for the secret without showing it. Otherwise it reads everything, without
 * the final line break.
 * @throws UsageError if stdin is empty.
 */
export async function readSecret(
  name: string,
  stdin: NodeJS.ReadableStream,
  stderr: { write(text: string): unknown },
): Promise<string> {
  const isTyped = 'isTTY' in stdin && stdin.isTTY === true
  const secret = isTyped ? await askHidden(name, stdin, stderr) : (await readAll(stdin)).replace(/\r?\n$/, '')
  if (!secret) throw new UsageError(`--${name} is "-", but nothing came from stdin.`)
  return secret
}

async function askHidden(
  name: string,
  stdin: NodeJS.ReadableStream,
  stderr: { write(text: string): unknown },
): Promise<string> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: stdin, output: silence, terminal: true })
  const givenUp = new AbortController()
  // The prompt comes last, because only now is typed text hidden.
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
