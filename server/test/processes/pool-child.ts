// A child that does what hostile files make a reader do.
import { setTimeout as pause } from 'node:timers/promises'
import { answerParent } from '../../src/lib/child-pool/answer-parent.ts'

export type PoolOrder =
  | 'pid'
  | 'environment'
  | 'spin'
  | 'hang'
  | 'buffers'
  | 'reserve'
  | 'abort'
  | 'fail'
  | 'read-only'

const kept: Buffer[] = []

answerParent<PoolOrder, unknown>(async (order) => {
  switch (order) {
    case 'pid':
      return process.pid
    case 'environment':
      return Object.keys(process.env)
    case 'spin':
      for (;;) Math.random()
    case 'hang':
      return pause(600_000)
    case 'buffers':
      for (;;) {
        // Memory outside of the heap of JavaScript, which no option of node limits.
        kept.push(Buffer.alloc(10_000_000, 1))
        await pause(1)
      }
    case 'reserve':
      // More than the kernel allows a child, at once and without touching it.
      return new ArrayBuffer(4 * 1024 ** 3).byteLength
    case 'abort':
      return process.abort()
    case 'fail':
      throw new RangeError('Nobody foresaw this.')
    case 'read-only':
      return [
        process.permission.has('fs.read'),
        process.permission.has('fs.write'),
        process.permission.has('child'),
      ]
  }
})
