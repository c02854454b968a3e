// The program of the processes that read strangers' files; see media-reader.ts. It runs with no permission but to read.
import { readFile } from 'node:fs/promises'
import { answerParent } from '../../lib/child-pool/answer-parent.ts'
import { withFile } from '../../lib/containers/byte-source.ts'
import { withoutNotes } from '../../lib/containers/jpeg.ts'
import { Damaged } from '../../lib/containers/scan.ts'
import { fitImage } from '../../lib/images/fit-image.ts'
import { decodeWhole } from '../../lib/images/open-image.ts'
import { findMediaType } from '../media-type.ts'
import { probe } from '../probe/probe.ts'
import { Refused } from '../probe/probed.ts'
import { sniff } from '../probe/sniff.ts'
import type { Answer, Fitting, Order } from './orders.ts'

// A GIF of one transparent pixel.
const onePixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

answerParent<Order, Answer>(async (order) => {
  switch (order.kind) {
    case 'probe':
      return probeFile(order.path, order.mimeType)
    case 'recognize':
      return { kind: 'recognized', mimeType: await withFile(order.path, sniff) }
    case 'fit':
      return makeFit(order)
    case 'draw':
      // A type that nothing takes: the image is always re-encoded.
      return makeFit({
        source: order.source,
        mimeType: 'application/octet-stream',
        fit: { ...order.limits, types: ['image/webp'] },
      })
    case 'strip':
      return stripFile(order.path)
    case 'check':
      await decodeWhole(onePixel, false)
      return { kind: 'checked' }
  }
})

async function probeFile(path: string, mimeType: string): Promise<Answer> {
  const type = findMediaType(mimeType)
  if (!type) throw new Error(`There is no media type ${mimeType}.`)
  try {
    return { kind: 'probed', probed: await probe(path, type) }
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', code: error.code, why: error.message }
    throw error
  }
}

async function stripFile(path: string): Promise<Answer> {
  try {
    return { kind: 'stripped', pieces: withoutNotes(await readFile(path)) }
  } catch (error) {
    if (error instanceof Damaged) return { kind: 'refused', code: 'media_damaged', why: error.message }
    throw error
  }
}

async function makeFit({
  source,
  mimeType,
  fit,
}: Omit<Extract<Order, { kind: 'fit' }>, 'kind'>): Promise<Fitting> {
  const given = 'path' in source ? await readFile(source.path) : Buffer.from(source.bytes)
  try {
    const image = await fitImage(given, mimeType, fit)
    const { width, height } = image
    return image.bytes === given ? { kind: 'fits', width, height } : { kind: 'fitted', image }
  } catch (error) {
    return { kind: 'unfit', why: error instanceof Error ? error.message : String(error) }
  }
}
