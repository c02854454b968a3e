import { type Box, type BoxFile, readBoxFile } from './boxes.ts'
import type { ByteSource } from './byte-source.ts'
import { createRangeCollector, Damaged, type Scan } from './scan.ts'
import { createBoxBlanker, findPlaces } from './user-data.ts'

/** The boxes at the top level of an MP4 or QuickTime file. Anything else behind them is foreign. */
const topLevel = new Set(
  'ftyp moov mdat free skip wide pnot udta uuid meta moof mfra sidx ssix styp prft emsg pdin meco'.split(' '),
)

/**
 * Walks through the top level and the metadata of an MP4 or QuickTime file. The pictures are not touched.
 * Says as well whether the index comes before them.
 * @throws Damaged
 */
export async function scanMovie(source: ByteSource): Promise<Scan & { isFastStart: boolean }> {
  const file = readBoxFile(source)
  const { boxes, end } = await topLevelBoxes(file)
  const index = boxes.findIndex(({ type }) => type === 'moov')
  if (index < 0) throw new Damaged('It has no index (moov).')
  const places = (await findPlaces(file, boxes)).sort((one, other) => one.start - other.start)
  const blank = createBoxBlanker()
  const ranges = createRangeCollector()
  for (const place of places) ranges.replace(place.start, place.end, blank(place), 'location')
  const data = boxes.findIndex(({ type }) => type === 'mdat')
  return { ...ranges.finish(end, file.size), isFastStart: data < 0 || index < data }
}

/** @throws Damaged when the last box is not whole. */
export async function topLevelBoxes(file: BoxFile): Promise<{ boxes: Box[]; end: number }> {
  const { boxes, end } = await file.siblings(0, file.size)
  const stranger = boxes.findIndex(({ type }) => !topLevel.has(type))
  if (stranger >= 0) return { boxes: boxes.slice(0, stranger), end: boxes[stranger]?.start ?? end }
  if (end > file.size) throw new Damaged('It ends before it is complete.')
  return { boxes, end }
}
