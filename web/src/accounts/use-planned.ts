import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { useMinute } from '../time/use-minute.ts'

/** A sentence about the posts that would wait if an account were disconnected now. */
export function usePlanned(account: string): string {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const format = useTimeFormat()
  const now = useMinute()
  const { data } = useQuery({
    queryKey: [...scope, 'posts', 'planned', account],
    queryFn: ({ signal }) =>
      api.posts
        .list(
          {
            social_account_id: account,
            status: ['scheduled', 'held'],
            order: 'scheduled_at',
            limit: 1,
            offset: 0,
          },
          { signal },
        )
        .page(),
  })
  const count = data?.meta.total ?? 0
  const first = data?.data[0]?.scheduled_at ?? null
  if (data === undefined) return t`Posts that are planned for it will wait until it is connected again.`
  if (count === 0) return t`Nothing is planned for it.`
  const held = plural(count, {
    one: 'The one post that is planned for it will wait until it is connected again.',
    other: 'The # posts that are planned for it will wait until it is connected again.',
  })
  if (first === null) return held
  const at = format.moment(first)
  return `${held} ${Date.parse(first) <= now ? t`The first was due ${at}.` : t`The next was to go out ${at}.`}`
}
