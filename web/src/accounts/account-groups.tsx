import type { SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountsQuery } from '../data/accounts.ts'
import { isAtLeast, useSession } from '../session/session.ts'
import card from '../ui/card.module.css'
import { Fault } from '../ui/confirm.tsx'
import { useAction } from '../ui/form.tsx'
import { TagEditor } from '../ui/tag-editor.tsx'
import { accountQuery } from './account-queries.ts'
import { groupsOf } from './groups-of.ts'

/** The groups of an account, which are chosen together in the composer. */
export function AccountGroups({ account }: { readonly account: SocialAccount }) {
  const { t } = useLingui()
  const session = useSession()
  const client = useQueryClient()
  const { data: accounts = [] } = useQuery(accountsQuery(session))
  const mayChange = isAtLeast(session.workspace.role, 'admin')
  const saving = useAction(async (tags: string[]) => {
    const { queryKey } = accountQuery(session, account.id)
    client.setQueryData(queryKey, await session.api.socialAccounts.update(account.id, { tags }))
    await client.invalidateQueries({ queryKey: accountsQuery(session).queryKey })
  })
  if (!mayChange && account.tags.length === 0) return null
  const words = {
    list: t`Groups`,
    first: t`Group`,
    another: t`Another group`,
    add: t`Add group`,
    remove: (group: string) => t`Take it out of the group ${group}`,
  }
  return (
    <section className={card.card} aria-labelledby="groups">
      <h2 id="groups">{t`Groups`}</h2>
      <p className={card.soft}>
        {t`Accounts of one group are chosen with one press when you write a post, such as all shops or all private ones.`}
      </p>
      {saving.error !== null && <Fault error={saving.error} />}
      <TagEditor
        tags={account.tags}
        known={groupsOf(accounts).filter((group) => !account.tags.includes(group))}
        words={words}
        maxLength={50}
        onChange={mayChange ? (tags) => void saving.start(tags) : undefined}
      />
    </section>
  )
}
