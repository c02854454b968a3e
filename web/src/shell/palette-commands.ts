import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useThemeChoice } from '../boot/use-theme.ts'
import { useQueueState } from '../pages/queue/queue-queries.ts'
import { usePause } from '../pages/queue/use-pause.ts'
import { isAtLeast, type Role, useSession } from '../session/session.ts'
import { personPlaces, serverPlaces, workspacePlaces } from '../settings/settings-places.ts'
import { pickFiles } from '../uploads/pick-files.ts'
import { uploadFiles } from '../uploads/upload-queue.ts'
import { useUploadPlace } from '../uploads/use-uploads.ts'
import type { Command } from './commands.ts'
import { openOverlay } from './overlay.ts'

/** A command that not everybody may give. */
interface Guarded extends Command {
  readonly least?: Role | undefined
}

/** The commands without keys of their own. Nothing but the palette lists them, so they are made when it opens. */
export function usePaletteCommands(): readonly Command[] {
  const { workspace } = useSession()
  return [...useDoing(), ...useGoing(), ...usePlaces()].filter(
    ({ least }) => least === undefined || isAtLeast(workspace.role, least),
  )
}

/** The pages of the settings that the side bar does not list, and what the person was told of. */
function useGoing(): readonly Guarded[] {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const pages = [...personPlaces, ...workspacePlaces, ...serverPlaces]
  return [
    ...pages
      .filter(({ to }) => to !== '/settings/api-keys')
      .map(({ to, label, words, least }) => ({
        id: `go-${to}`,
        label: t`Go to ${i18n._(label)}`,
        words: `${i18n._(words)} ${t`settings`}`,
        least,
        run: () => void navigate({ to }),
      })),
    {
      id: 'notifications',
      label: t`See what you were told of`,
      words: t`notifications`,
      run: () => void navigate({ to: '/notifications' }),
    },
  ]
}

/** Actions that have a button somewhere. */
function useDoing(): readonly Guarded[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const place = useUploadPlace('library')
  const { data: queue } = useQueueState()
  const pause = usePause()
  const isPaused = queue?.paused === true
  const upload = () => {
    void navigate({ to: '/library' })
    pickFiles((files) => uploadFiles(place, files))
  }
  return [
    {
      id: 'connect-account',
      label: t`Connect an account`,
      words: t`network`,
      least: 'admin',
      run: () => void navigate({ to: '/accounts/connect' }),
    },
    {
      id: 'import-table',
      label: t`Import a table of posts`,
      words: t`csv spreadsheet bulk plan`,
      least: 'author',
      run: () => void navigate({ to: '/import' }),
    },
    {
      id: 'new-saved-text',
      label: t`New saved text`,
      words: t`hashtags signature snippet template`,
      least: 'author',
      run: () => void navigate({ to: '/settings/saved-texts', search: { new: '' } as never }),
    },
    { id: 'upload', label: t`Upload files`, words: t`media pictures videos`, least: 'author', run: upload },
    {
      id: 'pause-queue',
      label: isPaused ? t`Resume the queue` : t`Pause the queue`,
      least: 'editor',
      run: () => void pause(null, !isPaused),
    },
  ]
}

/** Where and how the person works. */
function usePlaces(): readonly Guarded[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { choose } = useThemeChoice()
  const colours = t`colours theme`
  return [
    {
      id: 'switch-workspace',
      label: t`Switch the workspace`,
      words: t`live test data`,
      run: () => openOverlay('places'),
    },
    { id: 'new-workspace', label: t`New workspace`, run: () => void navigate({ to: '/workspaces/new' }) },
    { id: 'theme-light', label: t`Use light colours`, words: colours, run: () => choose('light') },
    { id: 'theme-dark', label: t`Use dark colours`, words: colours, run: () => choose('dark') },
    { id: 'theme-auto', label: t`Use the colours of the device`, words: colours, run: () => choose('auto') },
    { id: 'sign-out', label: t`Sign out`, words: t`leave`, run: () => openOverlay('sign-out') },
  ]
}
