import type { InstanceNetwork } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { useSession } from '../../session/session.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { networksQuery } from './networks-query.ts'

interface RemoveNetworkProps {
  readonly network: InstanceNetwork
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks before the credentials of a network go. */
export function RemoveNetwork({ network, isOpen, onClose }: RemoveNetworkProps) {
  const { t } = useLingui()
  const { scope } = useSession()
  const client = useQueryClient()
  const proven = useProven()
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={t`Remove the credentials of ${network.name}?`}
      keep={t`Keep them`}
      act={t`Remove them`}
      acting={t`Removing them…`}
      onAct={async () => {
        await proven(() => app.removeInstanceNetwork(network.platform))
        await client.invalidateQueries({ queryKey: networksQuery.queryKey })
        void client.invalidateQueries({ queryKey: [...scope, 'platforms'] })
      }}
    >
      <p>
        {t`Connected accounts stay, but cannot renew their access, and nobody can connect another one. It concerns every workspace on this server.`}
      </p>
    </Confirm>
  )
}
