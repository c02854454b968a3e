import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import styles from './trouble.module.css'
import { Trouble } from './trouble.tsx'

/** Stands in place of a page that could not begin, such as while the server is away. */
export function TroublePage({ error }: { readonly error: unknown }) {
  const { t } = useLingui()
  const router = useRouter()
  return (
    <main className={styles.page}>
      <h1>{t`This page can't be opened now`}</h1>
      <Trouble error={error} onRetry={() => void router.invalidate()} />
    </main>
  )
}
