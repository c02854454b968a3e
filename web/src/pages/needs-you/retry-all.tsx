import type { AttentionItem } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { forEachInTurns } from '../../data/for-each-in-turns.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { sayThrown } from '../../ui/say-problem.ts'
import { toast } from '../../ui/toasts.tsx'
import styles from './needs-you.module.css'

/** Tries all failures again that are shown and may work now, such as after an outage of a network. Left out for fewer than two. */
export function RetryAll({ items }: { readonly items: readonly AttentionItem[] }) {
  const { t } = useLingui()
  const retry = useRetryAll()
  const [isOpen, setOpen] = useState(false)
  const results = items.flatMap(({ post_result_id: id, retryable }) =>
    id !== null && retryable === true ? [id] : [],
  )
  const count = results.length
  if (count < 2 && !isOpen) return null
  return (
    <>
      <Button className={styles.all} variant="default" onClick={() => setOpen(true)}>
        {t`Try ${count} again…`}
      </Button>
      <Confirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={plural(count, { one: 'Try # post again?', other: 'Try # posts again?' })}
        keep={t`Leave them`}
        act={t`Publish them`}
        acting={t`Trying again…`}
        onAct={() => retry(results)}
      >
        <p>{t`They go out now, however long ago their time was.`}</p>
      </Confirm>
    </>
  )
}

function useRetryAll() {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const client = useQueryClient()
  return async (results: readonly string[]) => {
    const refusals: string[] = []
    await forEachInTurns(results, async (result) => {
      await api.postResults.retry(result).catch((error: unknown) => refusals.push(sayThrown(error)))
    })
    const count = results.length - refusals.length
    if (count > 0) toast({ text: t`Trying ${count} again.` })
    const [first = ''] = refusals
    const left = refusals.length
    if (left > 0)
      toast({
        text: plural(left, {
          one: `# post stayed as it was: ${first}`,
          other: `# posts stayed as they were: ${first}`,
        }),
        tone: 'bad',
      })
    for (const part of ['posts', 'attention']) void client.invalidateQueries({ queryKey: [...scope, part] })
  }
}
