import type { SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { accountHandle } from './account-words.ts'

interface ReconnectLinkProps {
  readonly account: SocialAccount
  /** `filled` where it is what the page is for. */
  readonly variant: 'default' | 'filled'
}

/** Leads to the sign-in of one account. */
export function ReconnectLink({ account, variant }: ReconnectLinkProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <Button
      variant={variant}
      onClick={() =>
        void navigate({
          to: '/accounts/connect/$platform',
          params: { platform: account.platform },
          search: { account: account.id } as never,
        })
      }
    >
      {t`Reconnect ${accountHandle(account)}`}
    </Button>
  )
}
