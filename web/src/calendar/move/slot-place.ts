import type { CalendarPost } from '@crier/sdk'
import type { TimeFormat } from '../../time/format.ts'
import type { DropPlace } from '../drag/carry.ts'
import type { Mover } from './use-mover.ts'

interface Tools {
  readonly format: TimeFormat
  readonly mover: Mover
  readonly freeSlot: string
}

/** The free slot below the pointer, whose time a post takes; null where there is none. */
export function slotPlace(
  { format, mover, freeSlot }: Tools,
  post: CalendarPost,
  target: Element | null,
): DropPlace | null {
  const slot = target?.closest<HTMLElement>('[data-slot]')
  const at = Number(slot?.dataset.slot)
  if (!slot || Number.isNaN(at)) return null
  const words = `${format.moment(at)}, ${freeSlot}`
  return { words, box: slot.getBoundingClientRect(), drop: () => void mover.move(post, at) }
}
