import { readFile } from 'node:fs/promises'
import { connectorOf } from '../connectors/of-platform.ts'
import type { Context } from '../context.ts'
import { notFound } from '../lib/problem.ts'
import { etagOf } from '../lib/requests/etag.ts'

/** Reads the icon of a network, an SVG in one colour. @throws Problem 404 */
export async function readIcon(
  context: Pick<Context, 'connectors'>,
  platform: string,
): Promise<{ svg: string; etag: string }> {
  const connector = connectorOf(context, platform)
  if (!connector) throw notFound('network')
  const svg = await readFile(connector.preview.icon, 'utf8')
  return { svg, etag: etagOf(svg) }
}
