import { parseStrictJson } from '../lib/json/strict-json.ts'
import { Problem } from '../lib/problem.ts'
import { readBody } from './read-body.ts'
import type { StreamRequest } from './stream-route.ts'

/**
 * Reads the JSON body of a route that no parser has touched.
 * @throws Problem 400, 413 above `mostBytes`, 415
 */
export async function readJson(request: StreamRequest, mostBytes: number): Promise<unknown> {
  if (!/^application\/json\b/i.test(String(request.headers['content-type'])))
    throw new Problem(415, 'unsupported_media_type', 'Send JSON, with the type application/json.')
  return parseStrictJson(await readBody(request, mostBytes))
}
