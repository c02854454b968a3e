import type { CalendarAddress } from '@crier/sdk/app'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { useSession } from '../../session/session.ts'
import { SettingsRow, SettingsRows } from '../../settings/section.tsx'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { Fault } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { addressesQuery, useReadAddressesAgain } from './address-queries.ts'

interface AddressListProps {
  /** Called with the new address of a calendar. */
  readonly onReplaced: (url: string) => void
}

/** Lists the calendars that the person's programs read. Nothing where there is none. */
export function AddressList({ onReplaced }: AddressListProps) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(addressesQuery(useSession()))
  if (data === undefined)
    return error === null ? null : <Trouble error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return null
  return (
    <section className={card.stack} aria-labelledby="calendar-addresses">
      <h3 id="calendar-addresses">{t`Your addresses`}</h3>
      <SettingsRows>
        {data.map((address) => (
          <OneAddress key={address.id} address={address} onReplaced={onReplaced} />
        ))}
      </SettingsRows>
      <p className={card.small}>
        {t`An address cannot be shown again. If you lost it, or somebody else has it, replace it: the one before ends at once.`}
      </p>
    </section>
  )
}

function OneAddress({ address, onReplaced }: AddressListProps & { readonly address: CalendarAddress }) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const proven = useProven()
  const readAgain = useReadAddressesAgain()
  const { id, name } = address
  const replace = useAction(async () => {
    const made = await proven(() => app.calendarAddresses.replace(workspace.id, id))
    onReplaced(made.url)
    await readAgain()
  })
  const remove = useAction(async () => {
    await app.calendarAddresses.delete(workspace.id, id)
    toast({ text: t`The address of ‘${name}’ has ended.` })
    await readAgain()
  })
  const error = replace.error ?? remove.error
  return (
    <SettingsRow
      name={name}
      words={
        <>
          {useAddressWords(address)}
          {error !== null && <Fault error={error} />}
        </>
      }
      actions={
        <>
          <Button variant="default" aria-disabled={replace.isBusy} onClick={() => void replace.start()}>
            {t`Replace`} <span className="hidden-text">{name}</span>
          </Button>
          <Button
            variant="subtle"
            color="red"
            aria-disabled={remove.isBusy}
            onClick={() => void remove.start()}
          >
            {t`Remove`} <span className="hidden-text">{name}</span>
          </Button>
        </>
      }
    />
  )
}

/** Says which posts it has and when it was last read: "Posts on 2 accounts. Last read 3 minutes ago." */
function useAddressWords({ social_account_ids: accounts, last_read_at: at }: CalendarAddress): string {
  const { t } = useLingui()
  const format = useTimeFormat()
  const posts =
    accounts.length === 0
      ? t`All posts.`
      : plural(accounts.length, { one: 'Posts on # account.', other: 'Posts on # accounts.' })
  const read = at === null ? t`No program has read it yet.` : t`Last read ${format.away(at)}.`
  return `${posts} ${read}`
}
