import { type ByteSource, withFile } from '../../lib/containers/byte-source.ts'
import { scanPdf } from '../../lib/containers/pdf.ts'
import { countPages } from '../../lib/containers/pdf-pages.ts'
import { Damaged } from '../../lib/containers/scan.ts'
import type { MediaType } from '../media-type.ts'
import { probeImage } from './probe-image.ts'
import { probeVideo } from './probe-video.ts'
import { noFacts, type Probed, Refused, removedBy } from './probed.ts'
import { sniff } from './sniff.ts'

/**
 * Looks into a file that is announced as this type. It runs in a child process, which a hostile file may get killed.
 * @throws Refused when it is something else, damaged, or larger than any network shows.
 */
export async function probe(path: string, type: MediaType): Promise<Probed> {
  return withFile(path, async (file) => {
    const found = await sniff(file)
    if (found !== type.mimeType) throw new Refused('media_type_mismatch', mismatch(found, type))
    try {
      return await probeFamily(path, file, type)
    } catch (error) {
      // A number was read past the end: the file stops in the middle of one of its parts.
      if (error instanceof RangeError)
        throw new Refused('media_damaged', 'The file is damaged: a part of it is missing.')
      if (error instanceof Damaged)
        throw new Refused('media_damaged', `The file is damaged: ${error.message}`)
      throw error
    }
  })
}

function probeFamily(path: string, file: ByteSource, type: MediaType): Promise<Probed> {
  switch (type.family) {
    case 'image':
      return probeImage(path, file, type)
    case 'video':
      return probeVideo(path, file, type)
    case 'document':
      return probeDocument(file)
  }
}

async function probeDocument(file: ByteSource): Promise<Probed> {
  const { cleaned, ...scan } = await scanPdf(file)
  const facts = { ...noFacts, pages: await countPages(file), removed: removedBy(scan) }
  return { kind: 'document', width: null, height: null, durationMs: null, facts, cleaned }
}

function mismatch(found: string | null, type: MediaType): string {
  const seen = found === null ? 'its bytes are of no type that Crier takes' : `it is ${found}`
  return `The file is not of the announced type ${type.mimeType}: ${seen}.`
}
