import type { ConnectLink, Platform } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { platformsQuery, useAccountsById } from '../data/accounts.ts'
import { useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Confirm } from '../ui/confirm.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import table from '../ui/table.module.css'
import { connectLinksQuery } from './account-queries.ts'
import { accountHandle } from './account-words.ts'
import { ConnectLinkDialog } from './connect-link-dialog.tsx'

/** Links with which somebody who is no member connects an account, such as a customer of an agency. */
export function ConnectLinks() {
  const { t } = useLingui()
  const session = useSession()
  const { data: links = [] } = useQuery(connectLinksQuery(session))
  const { data: platforms = [] } = useQuery(platformsQuery(session))
  const [isMaking, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<ConnectLink | null>(null)
  return (
    <section className={card.stack} aria-labelledby="links">
      <h2 id="links">{t`Links for somebody else`}</h2>
      <p className={card.soft}>
        {t`When the account belongs to a customer or a colleague: they sign in at their network, and you never see a password.`}
      </p>
      {links.length > 0 && <LinkTable links={links} platforms={platforms} onRevoke={setRevoked} />}
      <div className={card.row}>
        <Button variant="default" onClick={() => setMaking(true)}>
          {t`Make a link`}
        </Button>
      </div>
      {isMaking && <ConnectLinkDialog account={null} onClose={() => setMaking(false)} />}
      <RevokeLink link={revoked} onClose={() => setRevoked(null)} />
    </section>
  )
}

interface LinkTableProps {
  readonly links: readonly ConnectLink[]
  readonly platforms: readonly Platform[]
  readonly onRevoke: (link: ConnectLink) => void
}

function LinkTable({ links, platforms, onRevoke }: LinkTableProps) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const networks = ({ platforms: named }: ConnectLink) =>
    named.map((each) => platforms.find(({ platform }) => platform === each)?.name ?? each).join(', ')
  const accounts = useAccountsById()
  const nameOf = (link: ConnectLink) => {
    const account = accounts.get(link.social_account_id ?? '')
    if (account !== undefined) return t`Reconnect ${accountHandle(account)}`
    return link.platforms.length === platforms.length ? t`Any network` : networks(link)
  }
  const stateOf = ({ status, used_at: used, expires_at: end }: ConnectLink) => {
    if (status === 'used') return used === null ? t`Used` : t`Used ${format.moment(used)}`
    return status === 'open' ? t`Open until ${format.moment(end)}` : t`Expired ${format.moment(end)}`
  }
  return (
    <table className={table.table} aria-labelledby="links">
      <thead>
        <tr>
          <th scope="col">{t`For`}</th>
          <th scope="col">{t`State`}</th>
          <th scope="col">
            <span className="hidden-text">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <tr key={link.id}>
            <td>
              {nameOf(link)}
              {link.name !== null && <div className={table.soft}>{link.name}</div>}
            </td>
            <td>{stateOf(link)}</td>
            <td className={table.end}>
              {link.url !== null && <CopyButton text={link.url} what={t`the link`} variant="subtle" />}
              {link.status === 'open' && (
                <Button variant="subtle" color="red" onClick={() => onRevoke(link)}>
                  {t`Revoke`} <span className="hidden-text">{nameOf(link)}</span>
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RevokeLink({ link, onClose }: { readonly link: ConnectLink | null; readonly onClose: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const client = useQueryClient()
  return (
    <Confirm
      isOpen={link !== null}
      onClose={onClose}
      title={t`Revoke this link?`}
      keep={t`Keep it`}
      act={t`Revoke link`}
      acting={t`Revoking it…`}
      onAct={async () => {
        if (link === null) return
        await session.api.connectLinks.delete(link.id)
        await client.invalidateQueries({ queryKey: connectLinksQuery(session).queryKey })
      }}
    >
      <p>{t`The person who has it can connect nothing with it any more. Accounts that were connected stay.`}</p>
    </Confirm>
  )
}
