import { createInterface } from 'node:readline/promises'
import { type Ask, UsageError } from './command.ts'

/** Makes the question to the person at a terminal; null where stdin is none. Questions go to stderr, because stdout is the answer's. */
export function askAt(stdin: NodeJS.ReadableStream, stderr: { write(text: string): unknown }): Ask | null {
  if (!('isTTY' in stdin) || stdin.isTTY !== true) return null
  return async (question, signal) => {
    // The terminal keeps its usual mode, in which Ctrl-C is a signal to the process.
    const lines = createInterface({ input: stdin, terminal: false })
    const { promise: ended, reject } = Promise.withResolvers<never>()
    lines.once('close', () => reject(new UsageError('Canceled.')))
    stderr.write(question)
    try {
      return await Promise.race([lines.question('', { signal }), ended])
    } finally {
      lines.close()
    }
  }
}
