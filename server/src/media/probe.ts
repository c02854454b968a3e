import { type ByteSource, withFile } from '../lib/containers/byte-source.ts'
import { scanPdf } from '../lib/containers/pdf.ts'
import { Damaged } from '../lib/containers/scan.ts'
import type { MediaType } from './media-type.ts'
import { probeImage } from './probe-image.ts'
import { probeVideo } from './probe-video.ts'
import { type Probed, Refused } from './probed.ts'
import { sniff } from './sniff.ts'

/** Decoding takes a processor and memory: this many files at a time, the others wait their turn. */
const atOnce = 2
const turns = createTurns(atOnce)

/**
 * Looks into a file that says it is of this type.
 * @throws Refused when it is something else, damaged, or larger than any network shows.
 */
export async function probe(path: string, type: MediaType): Promise<Probed> {
  return turns(() =>
    withFile(path, async (file) => {
      const found = await sniff(file)
      if (found !== type.mimeType) throw new Refused('media_type_mismatch', mismatch(found, type))
      try {
        return await look(path, file, type)
      } catch (error) {
        // A number read behind the end of what is there: the file stops in the middle of one of its parts.
        if (error instanceof RangeError)
          throw new Refused('media_damaged', 'The file is damaged: a part of it is missing.')
        if (error instanceof Damaged)
          throw new Refused('media_damaged', `The file is damaged: ${error.message}`)
        throw error
      }
    }),
  )
}

function look(path: string, file: ByteSource, type: MediaType): Promise<Probed> {
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
  const { cleaned } = await scanPdf(file)
  return { kind: 'document', width: null, height: null, durationMs: null, cleaned }
}

function mismatch(found: string | null, type: MediaType): string {
  const seen = found === null ? 'they are of no type we know' : `they are ${found}`
  return `The file is not of the announced type ${type.mimeType}: ${seen}.`
}

function createTurns(places: number) {
  let free = places
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
