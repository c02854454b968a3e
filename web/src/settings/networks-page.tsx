import type { InstanceNetwork } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { translateServerSentence } from '../boot/server-sentences.ts'
import { isRefused } from '../session/query-client.ts'
import { useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { StateChip } from '../ui/state-mark.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { useOpener } from '../ui/use-opener.ts'
import { Waiting } from '../ui/waiting.tsx'
import { NetworkForm } from './networks/network-form.tsx'
import { networksQuery } from './networks/networks-query.ts'
import { RemoveNetwork } from './networks/remove-network.tsx'
import styles from './section.module.css'

/** The operator's apps at networks that let only registered apps sign people in. */
export function NetworksPage() {
  const { t } = useLingui()
  return (
    <Page
      title={t`Networks`}
      lead={t`Some networks let only registered apps sign people in. Register one there, and give its credentials to Crier; they are kept encrypted and never shown again.`}
      width="text"
    >
      <Networks />
    </Page>
  )
}

function Networks() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(networksQuery)
  if (isRefused(error, 403))
    return (
      <EmptyState title={t`Only the person who set this server up can see this.`}>
        {t`Ask them to add the credentials of a network. They count for every workspace on the server.`}
      </EmptyState>
    )
  if (data === undefined)
    return error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />
  return data.map((network) => <Network key={network.platform} network={network} />)
}

function Network({ network }: { readonly network: InstanceNetwork }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const opener = useOpener(isOpen)
  const { platform, name, set_in: setIn } = network
  const missing = new Set(network.ways.flatMap((way) => way.missing.map(({ detail }) => detail)))
  const isHere = setIn === 'here' || setIn === 'command'
  return (
    <section className={card.card} aria-labelledby={`network-${platform}`}>
      <div className={styles.head}>
        <div className={styles.words}>
          <div className={card.row}>
            <h2 id={`network-${platform}`}>{name}</h2>
            {missing.size === 0 ? (
              <StateChip state="published" words={t`Ready`} />
            ) : (
              <span className={card.chip}>{setIn === null ? t`No credentials` : t`Not ready`}</span>
            )}
          </div>
          <SetWords network={network} />
        </div>
        {!isOpen && setIn !== 'environment' && (
          <div className={card.row}>
            {isHere && (
              <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
                {t`Remove`} <span className="hidden-text">{name}</span>
              </Button>
            )}
            <Button ref={opener} variant="default" onClick={() => setOpen(true)}>
              {setIn === null ? t`Add credentials` : t`Replace them`}{' '}
              <span className="hidden-text">{name}</span>
            </Button>
          </div>
        )}
      </div>
      {setIn !== null && [...missing].map((detail) => <p key={detail}>{translateServerSentence(detail)}</p>)}
      {isOpen && <NetworkForm network={network} onDone={() => setOpen(false)} />}
      <RemoveNetwork network={network} isOpen={isRemoving} onClose={() => setRemoving(false)} />
    </section>
  )
}

function SetWords({ network }: { readonly network: InstanceNetwork }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const { set_in: setIn, updated_at: at, variables } = network
  if (setIn === null) {
    const isClosed = network.ways.every(({ missing }) => missing.length > 0)
    return (
      <p className={card.soft}>
        {isClosed ? t`Nobody can connect an account there yet.` : t`Some ways to connect work without them.`}
      </p>
    )
  }
  if (setIn === 'environment')
    return (
      <p className={card.soft}>
        {t`Set by variables of the server, which go before everything that is set here:`}{' '}
        <code>{Object.values(variables).join(', ')}</code>
      </p>
    )
  const when = at === null ? '' : format.moment(at)
  return (
    <p className={card.soft}>
      {setIn === 'here' ? t`Set here, ${when}.` : t`Set by a command on the server, ${when}.`}
    </p>
  )
}
