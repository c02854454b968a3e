import type { ApiKey } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useTimeFormat } from '../../time/format.ts'
import { nowAtServer } from '../../time/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import table from '../../ui/table.module.css'
import { isOver } from './key-queries.ts'
import { LastUse, NameAndMode } from './row-parts.tsx'
import { useScopeWords } from './scopes.ts'

interface KeyTableProps {
  readonly keys: readonly ApiKey[]
  readonly label: string
  readonly onRoll?: (key: ApiKey) => void
  readonly onRevoke?: (key: ApiKey) => void
}

/** Keys with what they may do and how they are used. */
export function KeyTable({ keys, label, onRoll, onRevoke }: KeyTableProps) {
  const { t } = useLingui()
  return (
    <table className={table.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t`Name`}</th>
          <th scope="col">{t`May`}</th>
          <th scope="col">{t`Last used`}</th>
          <th scope="col">{t`Expires`}</th>
          <th scope="col">
            <span className="hidden-text">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} of={key} {...(onRoll && { onRoll })} {...(onRevoke && { onRevoke })} />
        ))}
      </tbody>
    </table>
  )
}

interface KeyRowProps extends Pick<KeyTableProps, 'onRoll' | 'onRevoke'> {
  readonly of: ApiKey
}

function KeyRow({ of: key, onRoll, onRevoke }: KeyRowProps) {
  const { t } = useLingui()
  const { sum } = useScopeWords()
  return (
    <tr>
      <td>
        <NameAndMode name={key.name} mode={key.mode} />
        <code className={table.soft}>{`crier_${key.mode}_…${key.last4}`}</code>
      </td>
      <td data-label={t`May:`}>
        {sum(key.scopes)}
        {key.ip_allow.length > 0 && (
          <span className={card.small}> {t`only from ${key.ip_allow.join(', ')}`}</span>
        )}
      </td>
      <td data-label={t`Last used:`}>
        <LastUse at={key.last_used_at} ip={key.last_used_ip} />
      </td>
      <td data-label={t`Expires:`}>
        <Expiry of={key} />
      </td>
      <td className={table.end}>
        {onRoll && (
          <Button variant="subtle" onClick={() => onRoll(key)}>
            {t`Roll`} <span className="hidden-text">{key.name}</span>
          </Button>
        )}
        {onRevoke && (
          <Button variant="subtle" color="red" onClick={() => onRevoke(key)}>
            {t`Revoke`} <span className="hidden-text">{key.name}</span>
          </Button>
        )}
      </td>
    </tr>
  )
}

const soonMs = 14 * 86_400_000

function Expiry({ of: key }: { readonly of: ApiKey }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  if (key.revoked_at !== null) return t`revoked ${format.day(key.revoked_at)}`
  if (key.expires_at === null) return <span className={table.soft}>{t`never`}</span>
  const isSoon = !isOver(key) && Date.parse(key.expires_at) - nowAtServer() < soonMs
  return (
    <time dateTime={key.expires_at} title={format.moment(key.expires_at)}>
      {isSoon ? t`${format.day(key.expires_at)}, ${format.away(key.expires_at)}` : format.day(key.expires_at)}
    </time>
  )
}
