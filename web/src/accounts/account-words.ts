import type { AttentionItem, SocialAccount } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useTimeFormat } from '../time/format.ts'
import { useMinute } from '../time/use-minute.ts'

type Rate = NonNullable<SocialAccount['limits']['rates']>[number]

/** Sentences about an account. */
export function useAccountWords(): {
  /** How it does: "Works. Sign-in lasts until Thu 3 Dec." */
  readonly health: (account: SocialAccount, network: string) => string
  /** The posts that wait for it: "4 posts wait for it, the next on Tue 13 Oct, 09:00." */
  readonly waiting: (need: AttentionItem | null) => string
  readonly rate: (rate: Rate) => string
  /** Under a title that says what is counted: "18 of 25 today". */
  readonly left: (rate: Rate) => string
} {
  const { t } = useLingui()
  const format = useTimeFormat()
  const now = useMinute()
  const name = (account: SocialAccount) => accountHandle(account)
  const health = (account: SocialAccount, network: string) => {
    const end = account.sign_in_ends_at
    switch (account.status) {
      case 'active':
        return end === null ? t`Works.` : t`Works. Sign-in lasts until ${format.day(end)}.`
      case 'needs_reconnect':
        return t`${network} signed Crier out of ${name(account)}.`
      case 'blocked':
        return t`${network} takes no posts from ${name(account)} at the moment. Settle it there first.`
      case 'disabled':
        return t`It is switched off.`
    }
  }
  const waiting = (need: AttentionItem | null) => {
    const count = need?.waiting ?? 0
    if (need === null || count === 0) return ''
    if (need.deadline === null)
      return plural(count, { one: '# post waits for it.', other: '# posts wait for it.' })
    const at = format.moment(need.deadline)
    if (Date.parse(need.deadline) <= now)
      return plural(count, {
        one: `One post waits for it. It was due on ${at}.`,
        other: `# posts wait for it. The first was due on ${at}.`,
      })
    return plural(count, {
      one: `One post waits for it, on ${at}.`,
      other: `# posts wait for it, the next on ${at}.`,
    })
  }
  const rate = ({ posts, every_seconds: seconds, remaining, per }: Rate) => {
    const span = spanOf(seconds)
    const whose =
      per === 'account' ? '' : ` ${per === 'app' ? t`for everybody on this server` : t`for its server`}`
    return remaining === null
      ? t`${posts} posts ${span}${whose}`
      : t`${remaining} of ${posts} posts left ${span}${whose}`
  }
  const left = ({ posts, every_seconds: seconds, remaining }: Rate) => {
    const span = spanOf(seconds)
    return remaining === null ? t`${posts} ${span}` : t`${remaining} of ${posts} ${span}`
  }
  const spanOf = (seconds: number): string => {
    if (seconds === 86_400) return t`today`
    if (seconds === 3_600) return t`this hour`
    if (seconds % 86_400 === 0) return plural(seconds / 86_400, { one: 'in # day', other: 'in # days' })
    if (seconds % 3_600 === 0) return plural(seconds / 3_600, { one: 'in # hour', other: 'in # hours' })
    if (seconds % 60 === 0) return plural(seconds / 60, { one: 'in # minute', other: 'in # minutes' })
    return plural(seconds, { one: 'in # second', other: 'in # seconds' })
  }
  return { health, waiting, rate, left }
}

/** `@harbour`, as people call an account. */
export function accountHandle({ username }: Pick<SocialAccount, 'username'>): string {
  return username.startsWith('@') ? username : `@${username}`
}

/** The limit that is reached first; null where the network counts nothing. */
export function tightestRate({ limits }: SocialAccount): Rate | null {
  const share = ({ remaining, posts }: Rate) => (remaining ?? posts) / posts
  return [...(limits.rates ?? [])].sort((a, b) => share(a) - share(b))[0] ?? null
}
