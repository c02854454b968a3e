import { createHash } from 'node:crypto'
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
  partOf: (name: string) => string | Buffer | null = (name) => name,
): Promise<string> {
  const tar = await openTar(file)
  if (!tar) throw new Error('It is no tar.')
  const path = join(dirname(file), `tampered-${Date.now()}-${Math.random()}.tar`)
  const written = await createTar(path)
  for (const name of tar.parts.keys()) {
    const from = partOf(name)
    if (typeof from === 'object' && from !== null) await written.add(name, bytesOf(from))
    else if (from?.startsWith('tables/')) await written.add(name, tar.read(from))
  }
  const manifest = JSON.parse(Buffer.concat(await tar.read('manifest.json').toArray()).toString())
  change(manifest)
  const { sha256 } = await written.add('manifest.json', bytesOf(JSON.stringify(manifest)))
  await written.add('manifest.json.sha256', bytesOf(`${sha256}  manifest.json\n`))
  await written.finish()
  await written.close()
  return path
}

/** A copy of the backup with other bytes for one table, and the checksum of those. */
export function withTable(file: string, table: string, bytes: Buffer): Promise<string> {
  return tampered(
    file,
    ({ tables }) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      for (const each of tables) if (each.name === table) each.sha256 = sha256
    },
    (name) => (name === `tables/${table}.copy.gz` ? bytes : name),
  )
}

async function* bytesOf(content: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(content)
}
