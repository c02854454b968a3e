import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useDesk } from './desk.ts'
import { useSlice } from './store.ts'
import { accountLabel } from './variant.ts'

/** The name of an account that the post is for, also where the account is not connected any more. */
export function useAccountName(): (id: string) => string {
  const { t } = useLingui()
  const { accounts } = useSlice(useDesk().places, (places) => places)
  return useCallback(
    (id) => {
      const account = accounts.get(id)
      return account === undefined ? t`An account that is gone` : accountLabel(account)
    },
    [accounts, t],
  )
}
