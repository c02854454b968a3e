import type { NotificationChoice } from '@crier/sdk/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { app } from '../session/clients.ts'
import { useSession } from '../session/session.ts'
import { Fault } from '../ui/confirm.tsx'
import { useSaving } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import styles from './notifications.module.css'
import { useShown } from './use-shown.ts'

type Kind = NotificationChoice['kind']
type Way = NotificationChoice['way']

const ways: readonly Way[] = ['mail', 'app', 'none']

/** How the person is told of things in this workspace. */
export function NotificationsPage() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const client = useQueryClient()
  const key = [workspace.id, 'notification-choices']
  const choices = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => app.notificationChoices.list(workspace.id, { signal }),
  })
  const choose = useSaving(async (kind: Kind, way: Way) => {
    client.setQueryData(key, await app.notificationChoices.chooseNotifications(workspace.id, { [kind]: way }))
  })
  return (
    <Page
      title={t`Notifications`}
      lead={t`What you are told of in ${workspace.name}. Things that happen close together come as one mail.`}
      width="text"
    >
      <p>
        <Link to="/notifications">
          <Trans>See what you were told of</Trans>
        </Link>
      </p>
      {choices.error !== null && <Trouble error={choices.error} onRetry={() => void choices.refetch()} />}
      {choose.error !== null && <Fault error={choose.error} />}
      {choices.data !== undefined && (
        <Choices choices={choices.data.data} onChoose={(kind, way) => choose.start(kind, way)} />
      )}
    </Page>
  )
}

interface ChoicesProps {
  readonly choices: readonly NotificationChoice[]
  readonly onChoose: (kind: Kind, way: Way) => Promise<unknown>
}

function Choices({ choices, onChoose }: ChoicesProps) {
  return (
    <ul className={styles.kinds}>
      {choices.map((choice) => (
        <li key={choice.kind}>
          <KindChoice choice={choice} onChoose={(way) => onChoose(choice.kind, way)} />
        </li>
      ))}
    </ul>
  )
}

interface KindChoiceProps {
  readonly choice: NotificationChoice
  readonly onChoose: (way: Way) => Promise<unknown>
}

function KindChoice({ choice: { kind, way, usual }, onChoose }: KindChoiceProps) {
  const { t } = useLingui()
  const kinds = useKindWords()
  const [shown, change] = useShown<Way>(way, onChoose)
  const wayNames: Readonly<Record<Way, string>> = {
    mail: t`In the app and by mail`,
    app: t`In the app`,
    none: t`Not at all`,
  }
  return (
    <fieldset className={styles.kind}>
      <legend className={styles.legend}>
        <strong>{kinds[kind].name}</strong>
        <span className={styles.words}>{kinds[kind].words}</span>
      </legend>
      <div className={styles.ways}>
        {ways.map((each) => (
          <label key={each} className={styles.way}>
            <input type="radio" name={kind} checked={each === shown} onChange={() => change(each)} />
            {wayNames[each]}
            {each === usual && <span className={styles.usual}>{t`usual`}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function useKindWords(): Readonly<Record<Kind, { name: string; words: string }>> {
  const { t } = useLingui()
  return {
    failed: { name: t`Not published`, words: t`A post was not published, or only on some of its accounts.` },
    needs_review: {
      name: t`Is it live?`,
      words: t`Nobody knows whether a post is public, or its time was missed.`,
    },
    held: { name: t`Waiting`, words: t`A post waits for something that you can do.` },
    approval: { name: t`Approval`, words: t`Somebody asks you to approve a post.` },
    returned: { name: t`Sent back`, words: t`A post of yours was sent back with a comment.` },
    reconnect: { name: t`Signed out`, words: t`A network signed Crier out of an account.` },
    webhook: { name: t`Webhooks`, words: t`An endpoint was switched off because it kept failing.` },
  }
}
