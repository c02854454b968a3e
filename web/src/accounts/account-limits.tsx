import type { SocialAccount } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useAccountWords } from './account-words.ts'
import styles from './accounts.module.css'

type Limits = SocialAccount['limits']
type MediaSet = NonNullable<Limits['media']>['sets'][number]

/** The limits of an account, as its network counts. */
export function AccountLimits({ account }: { readonly account: SocialAccount }) {
  const { t, i18n } = useLingui()
  const words = useAccountWords()
  const set = useMediaSet()
  const { text, media, rates = [], thread_max: parts = 1 } = account.limits
  return (
    <dl className={styles.limits}>
      {text !== undefined && (
        <>
          <dt>{t`Text`}</dt>
          <dd>{t`up to ${i18n.number(text.max)} characters`}</dd>
        </>
      )}
      {media !== undefined && (
        <>
          <dt>{t`Media`}</dt>
          <dd>
            {media.sets.length === 0
              ? t`none`
              : new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(media.sets.map(set))}
            {media.required && `. ${t`A post needs some.`}`}
          </dd>
        </>
      )}
      {parts > 1 && (
        <>
          <dt>{t`Thread`}</dt>
          <dd>{t`up to ${parts} posts`}</dd>
        </>
      )}
      {rates.length > 0 && (
        <>
          <dt>{t`How often`}</dt>
          <dd>
            {rates.map((rate) => (
              <p key={`${rate.per} ${rate.every_seconds}`}>{words.rate(rate)}</p>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}

function useMediaSet(): (set: MediaSet) => string {
  const { t, i18n } = useLingui()
  const names: Readonly<Record<string, string>> = {
    image: t`pictures`,
    gif: t`moving pictures`,
    video: t`videos`,
    document: t`documents`,
  }
  const singles: Readonly<Record<string, string>> = {
    image: t`picture`,
    gif: t`moving picture`,
    video: t`video`,
    document: t`document`,
  }
  return ({ kinds, max }) => {
    const list = (all: Readonly<Record<string, string>>) =>
      new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(kinds.map((kind) => all[kind] ?? kind))
    return plural(max, { one: `one ${list(singles)}`, other: `up to # ${list(names)}` })
  }
}
