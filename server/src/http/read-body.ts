import { Problem } from '../lib/problem.ts'
import type { StreamRequest } from './stream-route.ts'

const mostMs = 30_000

/** Reads the bytes of a body that no parser has touched. @throws Problem 413 above `mostBytes` */
export async function readBody(request: StreamRequest, mostBytes: number): Promise<Buffer> {
  const { headers, body, proceed } = request
  const tooLarge = new Problem(413, 'body_too_large', `A body may have at most ${mostBytes / 1024} kB.`)
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge
  proceed()
  const timer = setTimeout(() => body.destroy(), mostMs)
  try {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of body) {
      length += (chunk as Buffer).length
      if (length > mostBytes) throw tooLarge
      chunks.push(chunk as Buffer)
    }
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(timer)
  }
}
