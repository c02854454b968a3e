import { useLingui } from '@lingui/react/macro'
import type { AnyRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isAtLeast, useSession } from '../session/session.ts'
import { undoLast } from '../ui/toasts.tsx'
import { type Command, useCommands } from './commands.ts'
import { openOverlay } from './overlay.ts'
import { buildPlaces, type Place, settingsPlace, workPlaces } from './places.ts'

/** The commands that are there on every page: going to places, a new post, search, undo. */
export function useGoCommands(router: AnyRouter): void {
  const { t, i18n } = useLingui()
  const { workspace } = useSession()
  const commands = useMemo((): readonly Command[] => {
    const go = (to: string) => void router.navigate({ to })
    const places = [...workPlaces, ...buildPlaces, settingsPlace].filter(
      ({ least }) => least === undefined || isAtLeast(workspace.role, least),
    )
    const toPlace = ({ to, label, key }: Place): Command => ({
      id: `go-${to}`,
      label: t`Go to ${i18n._(label)}`,
      ...(key === undefined ? {} : { keys: `g ${key}` }),
      run: () => go(to),
    })
    const newPost: Command = { id: 'new-post', label: t`New post`, keys: 'c', run: () => go('/posts/new') }
    return [
      ...(isAtLeast(workspace.role, 'author') ? [newPost] : []),
      { id: 'palette', label: t`Search and do`, keys: 'mod+k', run: () => openOverlay('everything') },
      { id: 'search', label: t`Search posts`, keys: '/', run: () => openOverlay('everything') },
      { id: 'keys', label: t`Show all keys`, keys: '?', run: () => openOverlay('keys') },
      { id: 'undo', label: t`Undo the last action`, keys: 'mod+z', run: () => void undoLast() },
      ...places.map(toPlace),
    ]
  }, [t, i18n, router, workspace.role])
  useCommands(commands)
}
