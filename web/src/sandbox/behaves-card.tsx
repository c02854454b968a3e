import type { SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { platformsQuery } from '../data/accounts.ts'
import { type Filled, SchemaForm } from '../schema-form/schema-form.tsx'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Form, useAction } from '../ui/form.tsx'
import { faultsIn } from '../ui/say-problem.ts'
import { toast } from '../ui/toasts.tsx'
import { useBehaviorName } from './behavior-name.ts'

const beside = ['times', 'slow_ms', 'retry_after_seconds', 'network_class', 'lifetime_ms']

/** Sets how the network treats the next posts of an account. */
export function BehavesCard({ account }: { readonly account: SocialAccount }) {
  const { t } = useLingui()
  const session = useSession()
  const client = useQueryClient()
  const { data: platforms } = useQuery(platformsQuery(session))
  const schema = platforms?.find(({ platform }) => platform === account.platform)?.behavior ?? null
  const [changed, setChanged] = useState<Filled | null>(null)
  const values = changed ?? account.behavior ?? {}
  const name = useBehaviorName(account)
  const setting = useAction(async () => {
    await session.api.socialAccounts.update(account.id, { behavior: { ...values } })
    await client.invalidateQueries({ queryKey: [...session.scope, 'accounts'] })
    void client.invalidateQueries({ queryKey: [...session.scope, 'posts', 'sandbox-feed'] })
    setChanged(null)
    toast({ text: t`The next post of ${account.display_name} meets it.` })
  })
  if (schema === null) return null
  const problems = faultsIn(setting.error)
  const common = { schema, value: values, problems, at: '/behavior' }
  return (
    <section className={card.card} aria-labelledby="behaves">
      <h2 id="behaves">{t`Behaves`}</h2>
      <p className={card.small}>{t`Now: ${name}`}</p>
      <Form
        onSubmit={() => void setting.start()}
        error={setting.error}
        fields={problems.map(({ pointer }) => pointer)}
        actions={
          <Button type="submit" aria-disabled={setting.isBusy}>
            {setting.isBusy ? t`Setting it…` : t`Set`}
          </Button>
        }
      >
        <SchemaForm {...common} without={beside} onChange={setChanged} />
        <SchemaForm {...common} without={['behavior']} onChange={setChanged} fold={t`How often, how slow`} />
      </Form>
    </section>
  )
}
