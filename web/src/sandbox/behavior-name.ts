import type { SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { platformsQuery } from '../data/accounts.ts'
import { humanize, readForm } from '../schema-form/read-schema.ts'
import { useServerWords } from '../schema-form/server-words.ts'
import { useSession } from '../session/session.ts'

/** The behaviour that was set for an account, in the words of its network. */
export function useBehaviorName(account: SocialAccount): string {
  const { t } = useLingui()
  const say = useServerWords()
  const { data: platforms } = useQuery(platformsQuery(useSession()))
  const set = account.behavior?.behavior
  const platform = platforms?.find((each) => each.platform === account.platform)
  const member = readForm(platform?.behavior)?.members.find(({ name }) => name === 'behavior')
  if (typeof set !== 'string') return t`Not set`
  const choices = member?.field.kind === 'choice' ? member.field.choices : []
  return say(choices.find(({ value }) => value === set)?.label ?? humanize(set))
}
