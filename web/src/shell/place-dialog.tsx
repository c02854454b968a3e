import { useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import type { Mode } from '../session/clients.ts'
import { queryClient } from '../session/query-client.ts'
import { rememberPlace, useSession } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import styles from './place-switch.module.css'

/** The workspaces of the person, and live or test data. */
export function PlaceDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog isOpen onClose={onClose} title={t`Where you work`}>
      <Choices onClose={onClose} />
    </Dialog>
  )
}

function Choices({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { person, workspace, mode } = useSession()
  const goTo = useGoTo(onClose)
  const modes: readonly (readonly [Mode, string, string])[] = [
    ['live', t`Live`, t`Your real accounts. What is published is public.`],
    ['test', t`Test data`, t`Practice accounts. Nothing leaves this server.`],
  ]
  return (
    <div className={styles.choices}>
      <fieldset>
        <legend className={styles.legend}>{t`Workspace`}</legend>
        {person.workspaces
          .filter(({ purge_at }) => purge_at === null)
          .map(({ id, name }) => (
            <label key={id} className={styles.choice}>
              <input type="radio" name="workspace" checked={id === workspace.id} onChange={() => goTo(id)} />
              {name}
            </label>
          ))}
        <Link to="/workspaces/new" className={styles.link} onClick={onClose}>
          {t`New workspace`}
        </Link>
      </fieldset>
      <fieldset>
        <legend className={styles.legend}>{t`Data`}</legend>
        {modes.map(([each, name, words]) => (
          <label key={each} className={styles.choice}>
            <input
              type="radio"
              name="mode"
              checked={each === mode}
              onChange={() => goTo(workspace.id, each)}
            />
            <span>
              {name}
              <span className={styles.words}>{words}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}

/** Goes to another workspace or to its other data. Pages start again there; those of one thing lead to the calendar. */
function useGoTo(onClose: () => void): (workspace: string, mode?: Mode) => void {
  const router = useRouter()
  return (workspace, mode) => {
    rememberPlace(workspace, mode)
    onClose()
    void queryClient.cancelQueries()
    const { location } = router.state
    const { pathname } = location.maskedLocation ?? location
    const isOfOneThing = /\/(?:posts|library|accounts|webhooks|sandbox)\/./.test(pathname)
    if (isOfOneThing) void router.navigate({ to: '/calendar' })
    void router.invalidate()
  }
}
