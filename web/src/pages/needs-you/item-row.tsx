import type { AttentionItem } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useId } from 'react'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useItemWords } from './item-words.ts'
import styles from './needs-you.module.css'

interface ItemRowProps {
  readonly item: AttentionItem
  /** Whether its post is shown beside the list. */
  readonly isOpen: boolean
  readonly onFocus: () => void
  readonly onOpen: () => void
}

/** One thing that needs a person: what it is, until when, and the one thing to do. */
export function ItemRow({ item, isOpen, onFocus, onOpen }: ItemRowProps) {
  const { t } = useLingui()
  const { sentence, detail, deadline, act, path, retries } = useItemWords()(item)
  const trying = useRetry()
  const id = useId()
  const open = (event: MouseEvent) => {
    // Another tab, and whatever else the browser does with a link, is its own.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    event.preventDefault()
    onOpen()
  }
  return (
    <li className={styles.item} onFocus={onFocus}>
      <span className={styles.mark}>
        <StateMark state={markOf[item.kind]} isToldBeside />
      </span>
      <div className={styles.words}>
        <Link
          id={id}
          to={path}
          className={styles.sentence}
          aria-current={isOpen ? 'true' : undefined}
          onClick={open}
        >
          {sentence}
        </Link>
        {detail !== null && <p className={styles.detail}>{detail}</p>}
        {trying.error !== null && <Fault error={trying.error} />}
      </div>
      {deadline !== null && <p className={styles.deadline}>{deadline}</p>}
      <Button
        variant="default"
        aria-describedby={id}
        onClick={() => (retries === null ? onOpen() : trying.isPending || trying.mutate(retries))}
      >
        {trying.isPending ? t`Trying again…` : act}
      </Button>
    </li>
  )
}

/** Tries a result again. The row goes once the server has said that it is tried. */
function useRetry() {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (result: string) => api.postResults.retry(result),
    onSuccess: () => toast({ text: t`It is being tried again.` }),
    onSettled: () =>
      Promise.all(
        ['posts', 'attention'].map((part) => client.invalidateQueries({ queryKey: [...scope, part] })),
      ),
  })
}

const markOf = {
  review: 'needs_review',
  approval: 'approval',
  account: 'held',
  failed: 'failed',
  edit: 'failed',
  returned: 'draft',
  recurrence: 'held',
  endpoint: 'failed',
  feed: 'held',
  limit: 'held',
} as const
