import { useLingui } from '@lingui/react/macro'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { isBlank } from '../content.ts'
import { useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'
import styles from './primary.module.css'

/** Throws a draft away. Its words come back as a new draft when that is undone. */
export function DeleteDraft() {
  const { t } = useLingui()
  const desk = useDesk()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [error, setError] = useState<unknown>(null)
  const isNothing = useSlice(desk.content, isBlank)
  const isSaved = useSlice(desk.saver.keeping, ({ saved }) => saved !== null)
  if (isNothing && !isSaved) return null
  const remove = async () => {
    setError(null)
    try {
      const { throwAway } = await import('./throw-away.ts')
      await throwAway(desk, {
        client,
        goToDrafts: () => navigate({ to: '/drafts' }),
        goToDraft: (draft) => navigate({ to: '/posts/new', search: { draft } as never }),
      })
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        className={styles.delete}
        leftSection={<IconTrash size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => void remove()}
      >
        <span className={styles.deleteWords}>{t`Delete draft`}</span>
      </Button>
      {error !== null && <Fault error={error} />}
    </>
  )
}
