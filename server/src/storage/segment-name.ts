import type { Segment } from './partials.ts'

/** The name of a segment in its folder or bucket, by its first byte and its length. */
export function nameOfSegment({ start, bytes }: Segment): string {
  return `${start}-${bytes}`
}

/** The segment of a name; null for a name that is none. */
export function readSegmentName(name: string): Segment | null {
  const [, start, bytes] = /^(\d{1,15})-(\d{1,15})$/.exec(name) ?? []
  return start === undefined || bytes === undefined ? null : { start: Number(start), bytes: Number(bytes) }
}
