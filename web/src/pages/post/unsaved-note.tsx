import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readFromDevice } from '../../composer/drafts/device-drafts.ts'
import { useSession } from '../../session/session.ts'
import styles from './post.module.css'

/** Says that this device has changes to the post that nobody saved: it goes out without them. */
export function UnsavedNote({ id }: { readonly id: string }) {
  const { t } = useLingui()
  const { scope, workspace, mode } = useSession()
  const { data } = useQuery({
    queryKey: [...scope, 'posts', id, 'unsaved'],
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => (await readFromDevice(workspace.id, mode, id)) !== null,
  })
  if (data !== true) return null
  return (
    <p className={styles.unsaved}>
      {t`You changed this post on this device and didn't save that.`}{' '}
      <Link to="/posts/$post/edit" params={{ post: id }}>{t`Look at your changes`}</Link>
    </p>
  )
}
