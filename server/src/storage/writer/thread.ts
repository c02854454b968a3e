import { createHash, type Hash } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { FailureFacts, WriteAnswer, WriteOrder } from './messages.ts'
import { writeAll } from './write-all.ts'

const port = parentPort
if (port === null) throw new Error('This program is a thread of the server.')

yieldToRequests()
const hashes = new Map<number, Hash>()

port.on('message', (order: WriteOrder) => {
  const answer = carryOut(order)
  if (answer !== null) port.postMessage(answer, 'block' in answer ? [answer.block.buffer] : [])
})

/**
 * Lets the thread of the server go first where processors are scarce: hashing fills one as long as bytes come in. Answers
 * whether it does; a sandbox may forbid it.
 */
function yieldToRequests(): boolean {
  // Linux gives each thread a priority of its own. Elsewhere the whole process would get it.
  if (process.platform !== 'linux') return false
  try {
    setPriority(0, 5)
    return true
  } catch {
    return false
  }
}

function carryOut(order: WriteOrder): WriteAnswer | null {
  const { id } = order
  switch (order.kind) {
    case 'write':
      return write(order)
    case 'digest': {
      const hash = hashes.get(id) ?? createHash('sha256')
      hashes.delete(id)
      return { kind: 'digest', id, sha256: hash.digest() }
    }
    case 'drop':
      hashes.delete(id)
      return null
  }
}

function write({
  id,
  file,
  block,
  bytes,
  at,
  isHashed,
}: Extract<WriteOrder, { kind: 'write' }>): WriteAnswer {
  const filled = block.subarray(0, bytes)
  try {
    writeAll(file, filled, at)
  } catch (error) {
    return { kind: 'failed', id, block, ...explain(error) }
  }
  if (isHashed) {
    const hash = hashes.get(id) ?? createHash('sha256')
    hashes.set(id, hash.update(filled))
  }
  return { kind: 'written', id, block }
}

function explain(error: unknown): { why: string; facts: FailureFacts } {
  if (!(error instanceof Error)) return { why: String(error), facts: {} }
  const { code, errno, syscall }: NodeJS.ErrnoException = error
  return {
    why: error.message,
    facts: {
      ...(code !== undefined && { code }),
      ...(errno !== undefined && { errno }),
      ...(syscall !== undefined && { syscall }),
    },
  }
}
