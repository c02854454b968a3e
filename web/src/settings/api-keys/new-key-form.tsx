import { ApiError } from '@crier/sdk'
import type { MadeKey } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { app, type Mode } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { nowAtServer } from '../../time/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { Form, faultAt, useAction } from '../../ui/form.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { endOf, type Lifetime, lifetimes, readNetworks } from './key-expiry.ts'
import { ModeChoice } from './mode-choice.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { presets, type Scope } from './scopes.ts'

/** A key that was just made, with what is said of it while it can be seen. */
export interface FreshKey extends MadeKey {
  readonly name: string
  readonly mode: Mode
}

interface NewKeyFormProps {
  readonly onMade: (made: FreshKey) => void
  readonly onCancel: () => void
}

/** Asks what a new key is for, and makes it. */
export function NewKeyForm({ onMade, onCancel }: NewKeyFormProps) {
  const { t } = useLingui()
  const { workspace, mode: ownMode } = useSession()
  const proven = useProven()
  const [name, setName] = useState('')
  const [mode, setMode] = useState<Mode>(ownMode)
  const [scopes, setScopes] = useState<readonly Scope[]>(presets.publish)
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const [networks, setNetworks] = useState('')
  const making = useAction(async () => {
    const called = name.trim()
    const made = await proven(() =>
      app.keys.create(workspace.id, {
        name: called,
        mode,
        scopes,
        expires_at: endOf(lifetime, nowAtServer()),
        ip_allow: readNetworks(networks),
      }),
    )
    onMade({ ...made, name: called, mode })
  })
  return (
    <section className={card.card} aria-labelledby="new-key" style={{ maxWidth: 720 }}>
      <h2 id="new-key">{t`New key`}</h2>
      <Form
        onSubmit={() => void making.start()}
        error={making.error}
        fields={['/name', '/scopes', '/expires_at', ...networkPointers(making.error)]}
        actions={
          <>
            <Button type="submit" aria-disabled={making.isBusy}>
              {making.isBusy ? t`Making it…` : t`Make the key`}
            </Button>
            <Button variant="default" onClick={onCancel}>
              {t`Cancel`}
            </Button>
          </>
        }
      >
        <TextInput
          label={t`Name`}
          description={t`The name says which program has it, so that you know what stops if you end it.`}
          placeholder={t`Shop server`}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faultAt(making.error, '/name')}
          maxLength={100}
          autoFocus
        />
        <ModeChoice mode={mode} onChange={setMode} />
        <ScopeChoice scopes={scopes} onChange={setScopes} problem={faultAt(making.error, '/scopes')} />
        <ExpiryChoice
          lifetime={lifetime}
          onChange={setLifetime}
          problem={faultAt(making.error, '/expires_at')}
        />
        <details className={card.fold} open={networkPointers(making.error).length > 0 || undefined}>
          <summary>{t`Only from certain addresses`}</summary>
          <Textarea
            label={t`Networks`}
            description={t`One in a line, such as 203.0.113.7 or 198.51.100.0/24. Empty: from anywhere.`}
            rows={3}
            spellCheck={false}
            value={networks}
            onChange={(event) => setNetworks(event.currentTarget.value)}
            error={networkFaults(making.error)}
          />
        </details>
      </Form>
    </section>
  )
}

function ExpiryChoice({
  lifetime,
  onChange,
  problem,
}: {
  readonly lifetime: Lifetime
  readonly onChange: (next: Lifetime) => void
  readonly problem: string | undefined
}) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const [now] = useState(nowAtServer)
  const words: Readonly<Record<Lifetime, string>> = {
    30: t`30 days`,
    90: t`90 days`,
    365: t`A year`,
    never: t`Until somebody ends it`,
  }
  const end = endOf(lifetime, now)
  return (
    <NativeSelect
      label={t`Works for`}
      description={
        end === null
          ? t`It never expires by itself.`
          : t`It stops on ${format.day(end)} at ${format.time(end)}.`
      }
      isDescribedBelow
      value={lifetime}
      onChange={(event) => onChange(lifetimes.find((each) => each === event.currentTarget.value) ?? '90')}
      data={lifetimes.map((each) => ({ value: each, label: words[each] }))}
      error={problem}
    />
  )
}

function networkPointers(error: unknown): string[] {
  if (!(error instanceof ApiError)) return []
  return error.errors.map(({ pointer }) => pointer).filter((pointer) => pointer.startsWith('/ip_allow'))
}

function networkFaults(error: unknown): string | undefined {
  const found = networkPointers(error).map((pointer) => faultAt(error, pointer))
  return found.length === 0 ? undefined : found.join(' ')
}
