import type { InstanceNetwork } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { GuideLink } from '../../accounts/guide-link.tsx'
import { serverUrl } from '../../boot/boot.ts'
import { usePlatformsByName } from '../../data/accounts.ts'
import { type Filled, SchemaForm } from '../../schema-form/schema-form.tsx'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { faultsIn } from '../../ui/say-problem.ts'
import { toast } from '../../ui/toasts.tsx'
import { networksQuery } from './networks-query.ts'

interface NetworkFormProps {
  readonly network: InstanceNetwork
  readonly onDone: () => void
}

/** Asks for the credentials of an app. They replace the former ones as a whole. */
export function NetworkForm({ network, onDone }: NetworkFormProps) {
  const { t } = useLingui()
  const { scope } = useSession()
  const client = useQueryClient()
  const proven = useProven()
  // The app of a network on which nobody signs in is a key alone.
  const platform = usePlatformsByName().get(network.platform)
  const comesBack = platform?.ways.some(({ kind }) => kind === 'redirect') ?? true
  const [values, setValues] = useState<Filled>(network.values)
  const saving = useAction(async () => {
    await proven(() => app.setInstanceNetwork(network.platform, { ...values }))
    await client.invalidateQueries({ queryKey: networksQuery.queryKey })
    void client.invalidateQueries({ queryKey: [...scope, 'platforms'] })
    toast({ text: t`The credentials of ${network.name} are set.` })
    onDone()
  })
  const words = useRef<HTMLParagraphElement>(null)
  // The address comes first: without it the network gives no credentials.
  useEffect(() => words.current?.focus(), [])
  const problems = faultsIn(saving.error)
  return (
    <Form
      onSubmit={() => void saving.start()}
      error={saving.error}
      fields={problems.map(({ pointer }) => pointer)}
      actions={
        <>
          <Button type="submit" aria-disabled={saving.isBusy}>
            {saving.isBusy ? t`Saving…` : t`Save credentials`}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t`Cancel`}
          </Button>
        </>
      }
    >
      <p ref={words} tabIndex={-1}>
        {comesBack
          ? t`Register this address in your app as the one to which people come back:`
          : t`Nobody signs in there, so the app needs no address to come back to.`}
      </p>
      {comesBack && (
        <CodeBlock code={callbackOf(network.platform)} label={t`The address of the callback`} wraps />
      )}
      {platform !== undefined && (
        <p>
          <GuideLink platform={platform} />
        </p>
      )}
      <SchemaForm
        schema={network.fields}
        value={values}
        onChange={setValues}
        problems={problems}
        fold={t`More settings`}
      />
    </Form>
  )
}

/** Networks send nobody back to the name `localhost`, so the number of this machine stands for it. */
function callbackOf(platform: string): string {
  return `${serverUrl.replace('://localhost', '://127.0.0.1')}/oauth/callback/${encodeURIComponent(platform)}`
}
