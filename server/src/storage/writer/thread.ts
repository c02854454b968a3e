import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { FailureFacts, WriteAnswer, WriteOrder } from './messages.ts'
import { writeAll } from './write-all.ts'

const port = parentPort
if (port === null) throw new Error('This program is a thread of the server.')

const hashes = new Map<number, Hash>()

port.on('message', (order: WriteOrder) => {
  const answer = carryOut(order)
  if (answer !== null) port.postMessage(answer)
})

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

function write({ id, file, chunks, at, isHashed }: Extract<WriteOrder, { kind: 'write' }>): WriteAnswer {
  try {
    writeAll(file, chunks, at)
  } catch (error) {
    return { kind: 'failed', id, ...explain(error) }
  }
  if (isHashed) {
    const hash = hashes.get(id) ?? createHash('sha256')
    for (const chunk of chunks) hash.update(chunk)
    hashes.set(id, hash)
  }
  // Memory of this size is collected late otherwise.
  for (const chunk of chunks) chunk.buffer.transfer(0)
  return { kind: 'written', id }
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
