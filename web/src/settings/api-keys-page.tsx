import type { ApiKey } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { app } from '../session/clients.ts'
import { NeedsRole } from '../session/needs-role.tsx'
import { isAtLeast, useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Confirm } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toasts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { useOpener } from '../ui/use-opener.ts'
import { Waiting } from '../ui/waiting.tsx'
import { isOver, keysQuery, useReadKeysAgain } from './api-keys/key-queries.ts'
import { KeyTable } from './api-keys/key-table.tsx'
import { MadeKeyPanel } from './api-keys/made-key-panel.tsx'
import { type FreshKey, NewKeyForm } from './api-keys/new-key-form.tsx'
import { Programs } from './api-keys/programs.tsx'
import { RollKeyDialog } from './api-keys/roll-key-dialog.tsx'

/** The keys with which programs publish. */
export function ApiKeysPage() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const readAgain = useReadKeysAgain()
  const mayMake = isAtLeast(workspace.role, 'admin')
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<FreshKey | null>(null)
  const show = (fresh: FreshKey) => {
    setMaking(false)
    setMade(fresh)
    void readAgain()
  }
  const isBusy = made !== null || isMaking
  const opener = useOpener(isBusy)
  const { data: keys } = useQuery({ ...keysQuery({ workspace }), enabled: mayMake })
  // Where there is none, the button stands in the words about that.
  const hasButton = mayMake && !isBusy && keys?.every((key) => isOver(key)) === false
  return (
    <Page
      title={t`API keys`}
      lead={t`A program publishes here with a key. It does what the key allows, and never more than the person who made it may.`}
      width="text"
      actions={
        hasButton && (
          <Button
            ref={opener}
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => setMaking(true)}
          >
            {t`New key`}
          </Button>
        )
      }
    >
      <NeedsRole least="admin" about={t`Keys let programs publish here.`}>
        {isMaking && <NewKeyForm onMade={show} onCancel={() => setMaking(false)} />}
        {made !== null && (
          <MadeKeyPanel
            key={made.id}
            made={made}
            onDone={() => {
              setMade(null)
              void readAgain()
            }}
          />
        )}
        <Keys onRolled={show} isBare={isBusy} opener={opener} onMake={() => setMaking(true)} />
        <Programs />
      </NeedsRole>
    </Page>
  )
}

interface KeysProps {
  readonly onRolled: (made: FreshKey) => void
  /** Nothing is said about there being none while one is made. */
  readonly isBare: boolean
  readonly onMake: () => void
  readonly opener: RefObject<HTMLButtonElement | null>
}

function Keys({ onRolled, isBare, onMake, opener }: KeysProps) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(keysQuery(useSession()))
  const [rolled, setRolled] = useState<ApiKey | null>(null)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  if (data === undefined)
    return error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />
  const working = data.filter((key) => !isOver(key))
  const over = data.filter((key) => isOver(key))
  return (
    <>
      {working.length > 0 && (
        <KeyTable keys={working} label={t`Keys`} onRoll={setRolled} onRevoke={setRevoked} />
      )}
      {working.length === 0 && !isBare && (
        <EmptyState
          title={t`No keys yet.`}
          actions={<Button ref={opener} onClick={onMake}>{t`New key`}</Button>}
        >
          {t`With a key, a script, a website or an agent can publish here. Begin with a test key: nothing it does leaves this server.`}
        </EmptyState>
      )}
      {working.length > 0 && (
        <p className={card.small}>
          {t`A key is shown once, when it is made. Lost one? Roll it: the old one can go on working up to 24 hours.`}
        </p>
      )}
      {over.length > 0 && (
        <details className={card.fold}>
          <summary>{t`Keys that ended (${over.length})`}</summary>
          <KeyTable keys={over} label={t`Keys that ended`} />
        </details>
      )}
      {rolled !== null && (
        <RollKeyDialog
          of={rolled}
          onClose={() => setRolled(null)}
          onRolled={(fresh) => {
            setRolled(null)
            onRolled(fresh)
          }}
        />
      )}
      <RevokeKey of={revoked} onClose={() => setRevoked(null)} />
    </>
  )
}

function RevokeKey({ of: key, onClose }: { readonly of: ApiKey | null; readonly onClose: () => void }) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const format = useTimeFormat()
  const readAgain = useReadKeysAgain()
  if (key === null) return null
  const use =
    key.last_used_at === null
      ? t`It was never used.`
      : t`It was used ${format.away(key.last_used_at)}. Whatever uses it stops working at once.`
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t`Revoke ‘${key.name}’?`}
      keep={t`Keep it`}
      act={t`Revoke key`}
      acting={t`Revoking it…`}
      onAct={async () => {
        await app.keys.revoke(workspace.id, key.id)
        toast({ text: t`‘${key.name}’ is revoked.` })
        await readAgain()
      }}
    >
      <p>{use}</p>
    </Confirm>
  )
}
