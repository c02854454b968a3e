import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { exitCodes } from '../command/exit-codes.ts'
import { EarlyEnd, UsageError } from '../command/refusals.ts'
import type { Terminal } from '../output/terminal.ts'
import { readInput } from './read-input.ts'

/** Reads a key: from a person without showing it, else all of standard input. @throws UsageError if there is none. */
export async function readSecret(name: string, terminal: Terminal): Promise<string> {
  const { stdin } = terminal
  const secret = stdin.isTTY === true ? await askHidden(name, terminal) : await readInput(terminal)
  const trimmed = secret.trim()
  if (trimmed === '') throw new UsageError(`No ${name} came from standard input.`)
  return trimmed
}

async function askHidden(name: string, terminal: Terminal): Promise<string> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: terminal.stdin, output: silence, terminal: true })
  const givenUp = new AbortController()
  // The question comes last, because only now is typed text hidden.
  terminal.ask(`${name}: `)
  line.on('SIGINT', () => givenUp.abort())
  try {
    return await line.question('', { signal: givenUp.signal })
  } catch (error) {
    if (!givenUp.signal.aborted) throw error
    throw new EarlyEnd('Stopped.', exitCodes.interrupted)
  } finally {
    line.close()
    terminal.warn('')
  }
}
