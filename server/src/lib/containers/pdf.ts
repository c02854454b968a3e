import type { ByteSource } from './byte-source.ts'
import { createRangeCollector, Damaged, type Scan } from './scan.ts'

/** Readers look for the end within the last 1,024 bytes (ISO 32000-1, annex H.3.4). */
const tailBytes = 1_024

/**
 * Checks the beginning and the end of a PDF. PDFs are served only as downloads, so nothing is removed.
 * @throws Damaged
 */
export async function scanPdf(file: ByteSource): Promise<Scan> {
  const head = (await file.read(0, 8)).toString('latin1')
  if (!/^%PDF-[12]\.\d$/.test(head)) throw new Damaged('It does not begin as a PDF does.')
  const tail = (await file.read(Math.max(0, file.size - tailBytes), tailBytes)).toString('latin1')
  if (!/startxref\s+\d+\s+%%EOF/.test(tail)) throw new Damaged('It ends before the document does.')
  return createRangeCollector().finish(file.size, file.size)
}
