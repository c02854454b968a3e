import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Bundles an entry of the SDK into one file, small. The packages it needs stay outside unless it is a page. */
export async function bundle(
  entry: string,
  { format = 'esm', external = [] }: { format?: 'esm' | 'iife'; external?: string[] } = {},
): Promise<string> {
  const input = join(import.meta.dirname, entry)
  const build = await rolldown({ input, external, platform: format === 'iife' ? 'browser' : 'neutral' })
  const { output } = await build.generate({ format, minify: true, name: 'crier', codeSplitting: false })
  await build.close()
  return output[0].code
}
