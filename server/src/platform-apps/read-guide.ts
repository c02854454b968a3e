import { readFile } from 'node:fs/promises'
import { connectorOf } from '../connectors/of-platform.ts'
import type { Context } from '../context.ts'
import { notFound } from '../lib/problem.ts'

/**
 * Reads the page of a network for its operator, in Markdown and without its title: how its app is registered, its limits and what cannot be done.
 * @throws Problem 404
 */
export async function readGuide(
  { connectors, config }: Pick<Context, 'connectors' | 'config'>,
  platform: string,
): Promise<{ name: string; markdown: string }> {
  const connector = connectorOf({ connectors }, platform)
  if (!connector) throw notFound('network')
  const text = await readFile(new URL('README.md', connector.preview.icon), 'utf8')
  const [, ...lines] = text.split('\n')
  // Addresses to be entered at the network are shown as they are on this server.
  const root = config.publicUrl.replace(/\/$/, '')
  return { name: connector.name, markdown: lines.join('\n').replaceAll('PUBLIC_URL/', `${root}/`) }
}
