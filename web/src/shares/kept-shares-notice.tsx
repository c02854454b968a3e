import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isAtLeast, useSession } from '../session/session.ts'
import { toast } from '../ui/toasts.tsx'
import { hasShares } from './has-shares.ts'

/** Says once, when the app is opened, that something which was shared is not in a post yet. */
export function KeptSharesNotice() {
  const { t } = useLingui()
  const session = useSession()
  const navigate = useNavigate()
  const [workspace, mode] = session.scope
  const mayWrite = isAtLeast(session.workspace.role, 'author')
  const tell = async () => {
    if (!(await hasShares())) return
    const { goOnWithShares } = await import('./go-on-with-shares.ts')
    const { isWaiting, draft } = await goOnWithShares(session)
    if (draft !== null && !isOpen(draft))
      toast({
        text: t`Files that you shared go on to their draft.`,
        action: {
          label: t`Open the draft`,
          run: () => void navigate({ to: '/posts/new', search: { draft } as never }),
        },
      })
    if (isWaiting && !isOpen('/share'))
      toast({
        text: t`Something that you shared waits on this device.`,
        action: { label: t`Make a draft of it`, run: () => void navigate({ to: '/share' }) },
      })
  }
  const latest = useRef(tell)
  latest.current = tell
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each workspace is asked about once.
  useEffect(() => {
    if (!mayWrite) return
    latest.current().catch((error: unknown) => console.warn('It is not known what was shared here.', error))
  }, [workspace, mode, mayWrite])
  return null
}

function isOpen(part: string): boolean {
  return (location.pathname + location.search).includes(part)
}
