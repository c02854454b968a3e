import { dirname, join } from 'node:path'
import { createTar, openTar } from '../../src/lib/files/tar-file.ts'

interface Manifest {
  migrations: { name: string; sha256: string }[]
  tables: { name: string; rows: number; sha256: string }[]
}

/** A copy of the backup with another manifest, whose checksum is right. Parts come from others, or are left out for null. */
export async function tampered(
  file: string,
  change: (manifest: Manifest) => void,
  partOf: (name: string) => string | null = (name) => name,
): Promise<string> {
  const tar = await openTar(file)
  if (!tar) throw new Error('It is no tar.')
  const path = join(dirname(file), `tampered-${Date.now()}-${Math.random()}.tar`)
  const written = await createTar(path)
  for (const name of tar.parts.keys()) {
    const from = partOf(name)
    if (from?.startsWith('tables/')) await written.add(name, tar.read(from))
  }
  const manifest = JSON.parse(Buffer.concat(await tar.read('manifest.json').toArray()).toString())
  change(manifest)
  const { sha256 } = await written.add('manifest.json', bytesOf(JSON.stringify(manifest)))
  await written.add('manifest.json.sha256', bytesOf(`${sha256}  manifest.json\n`))
  await written.finish()
  await written.close()
  return path
}

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
