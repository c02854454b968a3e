import type { CalendarPost } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { isAtLeast, useSession } from '../session/session.ts'
import type { MenuAction } from '../ui/menu.tsx'
import { useDuplicate } from './use-duplicate.ts'
import type { OpenMenu } from './use-presses.ts'

interface ChipMenuState {
  readonly menu: OpenMenu | null
  readonly actions: readonly MenuAction[]
  /** The post whose dialog is open. */
  readonly moving: CalendarPost | null
  /** Opens the dialog that moves a post. */
  readonly move: (post: CalendarPost) => void
  readonly open: (menu: OpenMenu) => void
  readonly close: () => void
  readonly endMove: () => void
}

/** The menu of a post, and the dialog that moves it. */
export function useChipMenu(openPost: (id: string) => void): ChipMenuState {
  const { t } = useLingui()
  const { workspace } = useSession()
  const duplicate = useDuplicate()
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [moving, setMoving] = useState<CalendarPost | null>(null)
  const close = useCallback(() => setMenu(null), [])
  const post = menu?.post
  const mayWrite = isAtLeast(workspace.role, 'author')
  const ofPost = (one: CalendarPost): MenuAction[] => [
    { label: t`Open`, run: () => openPost(one.id) },
    ...(mayWrite && one.movable ? [{ label: t`Move…`, run: () => setMoving(one) }] : []),
    ...(mayWrite ? [{ label: t`Duplicate`, run: () => void duplicate(one.id) }] : []),
  ]
  return {
    menu,
    actions: post ? ofPost(post) : [],
    moving,
    move: setMoving,
    open: setMenu,
    close,
    endMove: () => setMoving(null),
  }
}
