/** The list with one entry at another place. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from]
  if (entry === undefined || to < 0 || to >= list.length || from === to) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, entry)
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The place among boxes in lines where something is put that is let go at a point: before or after the nearest box. */
export function placeAt(boxes: readonly Box[], x: number, y: number): number {
  const distances = boxes.map((box) => {
    const dx = Math.max(box.left - x, 0, x - box.right)
    const dy = Math.max(box.top - y, 0, y - box.bottom)
    return dx * dx + dy * dy
  })
  const nearest = distances.indexOf(Math.min(...distances))
  const box = boxes[nearest]
  if (box === undefined) return 0
  return x > (box.left + box.right) / 2 ? nearest + 1 : nearest
}

/** Where an entry ends up that is taken from one place and put before another. */
export function targetOf(from: number, before: number): number {
  return before > from ? before - 1 : before
}
