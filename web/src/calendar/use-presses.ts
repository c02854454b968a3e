import type { CalendarPost } from '@crier/sdk'
import type { MouseEvent, PointerEvent } from 'react'
import type { DropPlace } from './drag/carry.ts'
import { beginDrag } from './drag/pointer-drag.ts'

/** The menu of a post, and the button below which it opens. */
export interface OpenMenu {
  readonly post: CalendarPost
  readonly button: HTMLElement
}

/** The day of a new post, or its moment in ISO 8601. */
export type NewPost = { readonly day: string } | { readonly at: string }

interface Presses {
  /** The post of a chip, by its id. */
  readonly postOf: (id: string) => CalendarPost | undefined
  readonly openPost: (id: string) => void
  readonly openDay: (day: string) => void
  readonly openMenu: (menu: OpenMenu) => void
  /** Writes a new post for a day, or for a moment. */
  readonly newPost: (when: NewPost) => void
  /** The place at which a drop would put a post; left out where nothing can be dragged. */
  readonly placeAt?: (
    post: CalendarPost,
    target: Element | null,
    pointer: { y: number; isFine: boolean },
  ) => DropPlace | null
}

interface Listeners {
  readonly onClick: (event: MouseEvent) => void
  readonly onPointerDown: (event: PointerEvent) => void
}

/** Hears the presses on all chips within an element: a click opens, the button opens the menu, a pull drags. */
export function listenToPresses(presses: Presses): Listeners {
  const { postOf, placeAt } = presses
  return {
    onClick: (event) => {
      // A link with a modifier opens another tab, which is the browser's own matter.
      if (event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element)) return
      const target = event.target.closest<HTMLElement>(
        '[data-menu], [data-post], [data-slot], [data-new], [data-open-day]',
      )
      if (target !== null && press(presses, target)) event.preventDefault()
    },
    onPointerDown: (event) => {
      const isPress = event.button === 0 && event.pointerType !== 'touch' && event.isPrimary
      if (placeAt === undefined || !isPress || !(event.target instanceof Element)) return
      const chip = event.target.closest<HTMLElement>('[data-post]')
      const post = postOf(chip?.dataset.post ?? '')
      if (chip === null || post === undefined) return
      beginDrag(event.nativeEvent, {
        chip,
        placeAt: (target, pointer) => placeAt(post, target, pointer),
      })
    },
  }
}

/** Does what a press on a part of the calendar means; answers whether it meant anything. */
function press({ postOf, openPost, openDay, openMenu, newPost }: Presses, target: HTMLElement): boolean {
  const { menu, post, slot, new: day, openDay: opened } = target.dataset
  const found = menu === undefined ? undefined : postOf(menu)
  if (found !== undefined) openMenu({ post: found, button: target })
  else if (post !== undefined) openPost(post)
  else if (slot !== undefined) newPost({ at: new Date(Number(slot)).toISOString() })
  else if (day !== undefined) newPost({ day })
  else if (opened !== undefined) openDay(opened)
  else return false
  return true
}
