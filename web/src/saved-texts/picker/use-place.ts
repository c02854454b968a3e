import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'

/** A place of the window beside which something is shown. */
export interface Beside {
  readonly left: number
  readonly top: number
  readonly bottom: number
}

const gap = 4
const edge = 8
/** Two rows, at least, are shown below the place before the other side is tried. */
const least = 180

/**
 * Keeps a part below a place of the window, or above it where there is more room; beside the keys of a phone, too. `find` tells where
 * the place is now; null leaves the part where it was.
 */
export function usePlace(part: RefObject<HTMLElement | null>, find: () => Beside | null): CSSProperties {
  const [style, setStyle] = useState<CSSProperties>({ opacity: 0 })
  useLayoutEffect(() => {
    const put = () => {
      const place = find()
      if (place === null || part.current === null) return
      const next = styleOf(place, part.current)
      setStyle((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next))
    }
    put()
    addEventListener('scroll', put, true)
    addEventListener('resize', put)
    visualViewport?.addEventListener('resize', put)
    return () => {
      removeEventListener('scroll', put, true)
      removeEventListener('resize', put)
      visualViewport?.removeEventListener('resize', put)
    }
  })
  return style
}

function styleOf({ left, top, bottom }: Beside, part: HTMLElement): CSSProperties {
  const view = visualViewport
  const [viewTop, viewHeight] = [view?.offsetTop ?? 0, view?.height ?? innerHeight]
  const [above, below] = [top - viewTop - gap - edge, viewTop + viewHeight - bottom - gap - edge]
  const isAbove = below < Math.min(part.scrollHeight, least) && above > below
  const x = Math.max(edge, Math.min(left, document.documentElement.clientWidth - part.offsetWidth - edge))
  return {
    left: Math.round(x),
    maxHeight: Math.round(Math.max(120, Math.min(360, isAbove ? above : below))),
    ...(isAbove ? { bottom: Math.round(innerHeight - top + gap) } : { top: Math.round(bottom + gap) }),
  }
}

/** The place of a letter in a field, by the unseen copy of its words that stands before it. */
export function placeOfLetter(field: HTMLTextAreaElement, at: number): Beside | null {
  const mirror = field.previousElementSibling
  if (mirror === null) return null
  const walker = document.createTreeWalker(mirror, NodeFilter.SHOW_TEXT)
  let passed = 0
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { length } = node.nodeValue ?? ''
    if (passed + length > at) {
      const range = document.createRange()
      range.setStart(node, at - passed)
      range.setEnd(node, at - passed + 1)
      return range.getBoundingClientRect()
    }
    passed += length
  }
  return null
}
