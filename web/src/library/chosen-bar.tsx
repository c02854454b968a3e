import type { Media } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { toast } from '../ui/toasts.tsx'
import { deleteMedia } from './delete-media.ts'
import styles from './library.module.css'

interface ChosenBarProps {
  readonly chosen: readonly Media[]
  readonly onClear: () => void
  /** Leaves only these selected: what could not be deleted. */
  readonly onKeep: (ids: readonly string[]) => void
}

/** The actions for the selected media. */
export function ChosenBar({ chosen, onClear, onKeep }: ChosenBarProps) {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const count = chosen.length
  const remove = async () => {
    const { deleted, used } = await deleteMedia(api, chosen)
    await client.invalidateQueries({ queryKey: [...scope, 'media'] })
    onKeep(used.map(({ id }) => id))
    const gone = t`${plural(deleted, { one: '# file deleted', other: '# files deleted' })}.`
    const names = used
      .slice(0, 3)
      .map(({ name }) => `‘${name}’`)
      .join(', ')
    const kept = t`${plural(used.length, { one: '# file is', other: '# files are' })} still used by posts and stay: ${names}. Remove them there first.`
    if (used.length === 0) toast({ text: gone })
    else toast({ text: deleted === 0 ? kept : `${gone} ${kept}`, tone: 'bad' })
  }
  if (count === 0) return null
  return (
    <div className={styles.chosenBar} role="region" aria-label={t`Selected`}>
      <p role="status">{t`${plural(count, { one: '# selected', other: '# selected' })}`}</p>
      <Button variant="default" onClick={onClear}>{t`Clear selection`}</Button>
      <Button color="red" onClick={() => setAsking(true)}>{t`Delete…`}</Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t`${plural(count, { one: 'Delete # file?', other: 'Delete # files?' })}`}
        keep={t`Keep`}
        act={t`Delete`}
        acting={t`Deleting…`}
        onAct={remove}
      >
        <p>{t`Deleted files cannot be brought back. Files that a draft or a planned post uses stay. Published posts keep their media on the networks.`}</p>
      </Confirm>
    </div>
  )
}
