import { parseStrictJson } from '../lib/json/strict-json.ts'
import { Problem } from '../lib/problem.ts'
import type { StreamRequest } from './stream-route.ts'

const mostMs = 30_000

/**
 * Reads the JSON body of a route that no parser has touched.
 * @throws Problem 400, 413 above `mostBytes`, 415
 */
export async function readJson(request: StreamRequest, mostBytes: number): Promise<unknown> {
  const { headers, body, proceed } = request
  if (!/^application\/json\b/i.test(String(headers['content-type'])))
    throw new Problem(415, 'unsupported_media_type', 'Send JSON, with the type application/json.')
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
    return parseStrictJson(Buffer.concat(chunks))
  } finally {
    clearTimeout(timer)
  }
}
