import type { Approval } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemberName } from '../../data/member-names.ts'
import { useSession } from '../../session/session.ts'
import type { Difference } from '../merge-content.ts'
import { type ApprovedBefore, approvedBefore } from './approved-before.ts'
import { DifferentWords } from './different-words.tsx'
import { useFieldWords } from './field-words.ts'
import styles from './notices.module.css'

/** The approval that a post had before it was changed; null where it had none, and until that is known. */
export function useApprovedBefore(id: string, approval: Approval): ApprovedBefore | null {
  const query = approvedBefore(useSession(), id, approval)
  return useQuery({ ...query, enabled: approval.state === 'waiting' }).data ?? null
}

/** Says that a post needs approval again. */
export function AgainWords({ before: { by, client, changes } }: { readonly before: ApprovedBefore }) {
  const { t } = useLingui()
  const { person } = useSession()
  const nameOf = useMemberName()
  const typedName = client
  const who = typedName === undefined ? (nameOf(by) ?? t`somebody`) : t`“${typedName}” (by a review link)`
  const isText = changes.some(({ member }) => member === 'caption' || member === 'thread' || member === 'own')
  if (by === person.id)
    return isText
      ? t`The text changed after you approved it. It needs approval again.`
      : t`The post changed after you approved it. It needs approval again.`
  return isText
    ? t`The text changed after ${who} approved it. It needs approval again.`
    : t`The post changed after ${who} approved it. It needs approval again.`
}

/** Shows what changed since a post was approved, part by part. */
export function ChangedSince({ changes }: { readonly changes: readonly Difference[] }) {
  return (
    <div className={styles.changes}>
      {changes.map((change) => (
        <OneChange key={`${change.member} ${change.of ?? ''}`} change={change} />
      ))}
    </div>
  )
}

function OneChange({ change }: { readonly change: Difference }) {
  const { t } = useLingui()
  const { nameOfField, wordsOfValue } = useFieldWords()
  const name = nameOfField(change)
  const [before, after] = [
    wordsOfValue(change.member, change.before),
    wordsOfValue(change.member, change.after),
  ]
  return (
    <div role="group" aria-label={name} className={styles.change}>
      <p className={styles.changeName}>{name}</p>
      <div className={styles.sides}>
        <div className={styles.side}>
          <p className={styles.sideName}>{t`Approved`}</p>
          <DifferentWords label={t`${name}, approved`} text={before} other={after} />
        </div>
        <div className={styles.side}>
          <p className={styles.sideName}>{t`Now`}</p>
          <DifferentWords label={t`${name}, now`} text={after} other={before} />
        </div>
      </div>
    </div>
  )
}
