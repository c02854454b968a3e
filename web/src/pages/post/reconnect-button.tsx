import type { PostResult } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { isAtLeast, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'

interface ReconnectButtonProps {
  readonly result: PostResult
  readonly handle: string
}

/** Leads to the sign-in of the account for which a post waits. Only admins connect accounts. */
export function ReconnectButton({ result, handle }: ReconnectButtonProps) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const navigate = useNavigate()
  const { status, held_reason: reason, platform, social_account_id: account } = result
  const isWaiting = status === 'held' && (reason === 'reconnect' || reason === 'disconnected')
  if (!isWaiting || !isAtLeast(workspace.role, 'admin')) return null
  // An account that was disconnected has no sign-in to renew: connecting it again takes it up.
  const search = reason === 'reconnect' ? { account } : {}
  const open = () =>
    void navigate({ to: '/accounts/connect/$platform', params: { platform }, search: search as never })
  return (
    <Button variant="default" onClick={open}>
      {reason === 'reconnect' ? t`Reconnect ${handle}` : t`Connect ${handle} again`}
    </Button>
  )
}
