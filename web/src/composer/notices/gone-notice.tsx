import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useDesk } from '../desk.ts'
import { keepAsNew } from '../drafts/keep-as-new.ts'
import { useSlice } from '../store.ts'
import styles from './notices.module.css'

/** Says that the post was deleted elsewhere, and offers to go on with what is written as a new draft. */
export function GoneNotice() {
  const { t } = useLingui()
  const { saver, session, content } = useDesk()
  const navigate = useNavigate()
  const isDeviceFull = useSlice(saver.keeping, (keeping) => keeping.isDeviceFull)
  const wasDraft = useSlice(saver.keeping, ({ saved }) => saved === null || saved.post.status === 'draft')
  const keep = async () => {
    const draft = await keepAsNew(session, content.read())
    await saver.end()
    await navigate({ to: '/posts/new', search: { draft } as never, replace: true })
  }
  const letGo = async () => {
    const words = content.read()
    await saver.end()
    const undo = async () => {
      const draft = await keepAsNew(session, words)
      await navigate({ to: '/posts/new', search: { draft } as never })
    }
    toast({ text: t`Your words are deleted here too.`, undo })
    await navigate({ to: '/drafts', replace: true })
  }
  return (
    <section id="composer-gone" className={styles.notice} role="alert" tabIndex={-1}>
      <p>
        <strong>
          {wasDraft ? t`This draft was deleted elsewhere.` : t`This post was deleted elsewhere.`}
        </strong>{' '}
        {isDeviceFull
          ? t`This browser keeps nothing: leave this page open.`
          : t`Nothing you wrote is lost: it is kept on this device.`}
      </p>
      <div className={styles.actions}>
        <Button variant="default" onClick={() => void letGo()}>
          {t`Delete it here too`}
        </Button>
        <Button onClick={() => void keep()}>{t`Keep as a new draft`}</Button>
      </div>
    </section>
  )
}
