import type { NotificationChoice } from '@crier/sdk/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { app } from '../session/clients.ts'
import { useSession } from '../session/session.ts'
import card from '../ui/card.module.css'
import { Fault } from '../ui/confirm.tsx'
import { useSaving } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import styles from './notifications.module.css'
import { waysInQuery } from './security/security-queries.ts'
import { useShown } from './use-shown.ts'

type Kind = NotificationChoice['kind']
type Way = NotificationChoice['way']

/** How the person is notified in this workspace. */
export function NotificationsPage() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const client = useQueryClient()
  const key = [workspace.id, 'notification-choices']
  const choices = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => app.notificationChoices.list(workspace.id, { signal }),
  })
  // A server that cannot mail a new password mails nothing.
  const ways = useQuery(waysInQuery)
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
      {ways.data?.reset_by_mail === false && (
        <p className={card.card}>
          {t`This server sends no mail yet. Your choices below count once the person who runs it has set up a mail server.`}
        </p>
      )}
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

/** A table with a row for each thing that happens and a column for each way to be notified. */
function Choices({ choices, onChoose }: ChoicesProps) {
  const { t } = useLingui()
  return (
    <table className={styles.kinds}>
      <caption className="hidden-text">{t`How you are told`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`What happens`}</th>
          <th scope="col">{t`In the app`}</th>
          <th scope="col">{t`By mail`}</th>
        </tr>
      </thead>
      <tbody>
        {choices.map((choice) => (
          <KindChoice key={choice.kind} choice={choice} onChoose={(way) => onChoose(choice.kind, way)} />
        ))}
      </tbody>
    </table>
  )
}

interface KindChoiceProps {
  readonly choice: NotificationChoice
  readonly onChoose: (way: Way) => Promise<unknown>
}

function KindChoice({ choice: { kind, way }, onChoose }: KindChoiceProps) {
  const { t } = useLingui()
  const { name, words } = useKindWords()[kind]
  const [shown, change] = useShown<Way>(way, onChoose)
  const box = (label: string, isOn: boolean, on: Way, off: Way) => (
    <td>
      <label className={styles.box}>
        <input type="checkbox" checked={isOn} onChange={() => change(isOn ? off : on)} />
        <span className="hidden-text">{label}</span>
      </label>
    </td>
  )
  return (
    <tr>
      <th scope="row">
        <strong>{name}</strong>
        <span className={styles.words}>{words}</span>
      </th>
      {/* What comes by mail stands in the app too. */}
      {box(t`${name}: in the app`, shown !== 'none', 'app', 'none')}
      {box(t`${name}: by mail`, shown === 'mail', 'mail', 'app')}
    </tr>
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
    held: {
      name: t`Waiting`,
      words: t`A post waits for something that you can do, a feed stopped or cannot be read, or a post can no longer be repeated.`,
    },
    approval: { name: t`Approval`, words: t`Somebody asks you to approve a post.` },
    approved: {
      name: t`Approved`,
      words: t`A post of yours was approved, or a client approved one by your review link.`,
    },
    returned: {
      name: t`Sent back`,
      words: t`A post of yours was sent back with a comment, or a client asked for changes by your review link.`,
    },
    reconnect: { name: t`Signed out`, words: t`A network signed Crier out of an account.` },
    webhook: { name: t`Webhooks`, words: t`An endpoint was switched off because it kept failing.` },
    note: {
      name: t`Notes`,
      words: t`Somebody mentions you in a note, or writes one about a post of yours or one that you wrote notes on.`,
    },
  }
}
