import { useLingui } from '@lingui/react/macro'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { deletePost } from '../../data/delete-post.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toasts.tsx'
import { isBlank } from '../content.ts'
import { useDesk } from '../desk.ts'
import { keepAsNew } from '../drafts/keep-as-new.ts'
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
  const { session, saver, content, id } = desk
  const remove = async () => {
    setError(null)
    const words = content.read()
    saver.hold(true)
    try {
      await saver.settled()
      if (saver.keeping.read().saved !== null) await deletePost(session.api, id)
      await saver.end()
    } catch (thrown) {
      saver.hold(false)
      setError(thrown)
      return
    }
    for (const part of ['posts', 'drafts', 'calendar', 'attention'])
      void client.invalidateQueries({ queryKey: [...session.scope, part] })
    const undo = async () => {
      const draft = await keepAsNew(session, words)
      await navigate({ to: '/posts/new', search: { draft } as never })
    }
    toast({ text: t`Draft deleted.`, undo })
    await navigate({ to: '/drafts' })
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
