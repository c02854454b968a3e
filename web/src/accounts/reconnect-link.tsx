import type { SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { nameOf } from './account-words.ts'

/** Leads to the sign-in of one account. */
export function ReconnectLink({ account }: { readonly account: SocialAccount }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <Button
      variant="default"
      onClick={() =>
        void navigate({
          to: '/accounts/connect/$platform',
          params: { platform: account.platform },
          search: { account: account.id } as never,
        })
      }
    >
      {t`Reconnect ${nameOf(account)}`}
    </Button>
  )
}
