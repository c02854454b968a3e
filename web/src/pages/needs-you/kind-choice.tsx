import type { Attention, AttentionItem } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useSearchParam } from '../../ui/search-param.ts'
import styles from './needs-you.module.css'

type Kind = AttentionItem['kind']

const kinds: readonly Kind[] = [
  ...(['review', 'approval', 'account', 'failed', 'edit'] as const),
  ...(['returned', 'recurrence', 'endpoint', 'feed', 'limit'] as const),
]

/** The kind of things that the address asks for; null for all. */
export function useKind(): readonly [Kind | null, (next: Kind | null) => void] {
  const [name, set] = useSearchParam('kind')
  return [kinds.find((kind) => kind === name) ?? null, set]
}

interface KindChoiceProps {
  readonly counts: Attention['counts']
  /** Null for all. */
  readonly chosen: Kind | null
  readonly onChoose: (next: Kind | null) => void
}

/** Tells how many things there are of each kind; a press shows one kind alone. It is left out where all are of one kind. */
export function KindChoice({ counts, chosen, onChoose }: KindChoiceProps) {
  const { t } = useLingui()
  const words = useKindWords()
  const there = kinds.filter((kind) => counts[kind] > 0 || kind === chosen)
  if (there.length < 2 && chosen === null) return null
  const all = kinds.reduce((sum, kind) => sum + counts[kind], 0)
  return (
    <fieldset className={styles.kinds} aria-label={t`Which things`}>
      <KindButton label={t`All`} count={all} isChosen={chosen === null} onChoose={() => onChoose(null)} />
      {there.map((kind) => (
        <KindButton
          key={kind}
          label={words[kind]}
          count={counts[kind]}
          isChosen={kind === chosen}
          onChoose={() => onChoose(kind)}
        />
      ))}
    </fieldset>
  )
}

interface KindButtonProps {
  readonly label: string
  readonly count: number
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function KindButton({ label, count, isChosen, onChoose }: KindButtonProps) {
  return (
    <button type="button" className={styles.kind} aria-pressed={isChosen} onClick={onChoose}>
      {label} <span className={styles.count}>{count}</span>
    </button>
  )
}

function useKindWords(): Readonly<Record<Kind, string>> {
  const { t } = useLingui()
  return {
    review: t`Is it live?`,
    approval: t`Approvals`,
    account: t`Accounts`,
    failed: t`Failed`,
    edit: t`Corrections`,
    returned: t`Sent back`,
    recurrence: t`Repeating`,
    endpoint: t`Webhooks`,
    feed: t`Feeds`,
    limit: t`Limits`,
  }
}
