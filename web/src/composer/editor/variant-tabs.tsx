import { useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.tsx'
import { platformOf } from '../content.ts'
import { everyone, useDesk, type Variant } from '../desk.ts'
import { useSlice } from '../store.ts'
import { accountLabel, changeVariant, contentOfVariant, shareAgain, withOwn } from '../variant.ts'
import styles from './editor.module.css'

/** For whom one writes: everyone, or one of the accounts that differ. */
export function VariantTabs() {
  const { t } = useLingui()
  const desk = useDesk()
  const variant = useSlice(desk.view, (view) => view.variant)
  const own = useSlice(desk.content, (content) => content.own)
  const chosen = useSlice(desk.content, (content) => content.accounts)
  const { accounts } = useSlice(desk.places, (places) => places)
  const differing = chosen.filter((id) => own[id] !== undefined)
  const alike = chosen.filter((id) => own[id] === undefined)
  const show = (next: Variant) => desk.view.change((view) => ({ ...view, variant: next }))
  const named = (id: string) => {
    const account = accounts.get(id)
    return account === undefined ? id : accountLabel(account)
  }
  const differ = (id: string) => {
    desk.content.change((content) =>
      changeVariant(content, id, { caption: contentOfVariant(content, id, accounts.get(id)).caption }),
    )
    show(id)
  }
  if (chosen.length < 2 && differing.length === 0) return null
  return (
    <div className={styles.variants}>
      <div role="group" aria-label={t`Written for`} className={styles.variantTabs}>
        {[everyone, ...differing].map((each) => (
          <button
            key={each}
            type="button"
            className={styles.variant}
            aria-pressed={variant === each}
            onClick={() => show(each)}
          >
            {each === everyone ? t`Everyone` : named(each)}
          </button>
        ))}
      </div>
      {alike.length > 0 && (
        <label className={styles.differ}>
          <span className="hidden-text">{t`Write differently for`}</span>
          <select value="" onChange={(event) => differ(event.target.value)}>
            <option value="" disabled>
              {t`Write differently for…`}
            </option>
            {alike.map((id) => (
              <option key={id} value={id}>
                {named(id)} ({platformOf(desk.places.read(), id)?.name})
              </option>
            ))}
          </select>
        </label>
      )}
      {variant !== everyone && own[variant] !== undefined && (
        <Differences account={variant} name={named(variant)} />
      )}
    </div>
  )
}

function Differences({ account, name }: { readonly account: string; readonly name: string }) {
  const { t } = useLingui()
  const desk = useDesk()
  const members = useSlice(desk.content, (content) => content.own[account])
  const words: Readonly<Record<string, string>> = {
    caption: t`text`,
    media: t`media`,
    thread: t`thread`,
    first_comment: t`first comment`,
    scheduled_at: t`time`,
  }
  const goBack = (member: string | null) => {
    const before = desk.content.read().own[account] ?? {}
    desk.content.change((content) =>
      member === null ? withOwn(content, account, {}) : shareAgain(content, account, member),
    )
    if (desk.content.read().own[account] === undefined)
      desk.view.change((view) => ({ ...view, variant: everyone }))
    toast({
      text: t`${name} uses the shared one again.`,
      undo: async () => desk.content.change((content) => withOwn(content, account, before)),
    })
  }
  const names = Object.keys(members ?? {})
  return (
    <p className={styles.differences}>
      {t`Different for ${name}:`}{' '}
      {names.map((member, index) => (
        <Fragment key={member}>
          {index > 0 && ', '}
          {words[member] ?? member}
        </Fragment>
      ))}
      {names.map((member) => (
        <Button key={member} variant="subtle" size="compact-sm" onClick={() => goBack(member)}>
          {names.length === 1 ? t`Use the shared one again` : t`Share the ${words[member] ?? member} again`}
        </Button>
      ))}
    </p>
  )
}

/** Says who has words of their own, so that nobody wonders why a change does not reach them. */
export function NotUsedBy() {
  const { t } = useLingui()
  const desk = useDesk()
  const chosen = useSlice(desk.content, (content) => content.accounts)
  const own = useSlice(desk.content, (content) => content.own)
  const { accounts } = useSlice(desk.places, (places) => places)
  const names = chosen.flatMap((id) => {
    const account = accounts.get(id)
    return account !== undefined && own[id]?.caption !== undefined ? [accountLabel(account)] : []
  })
  if (names.length === 0) return null
  const who = new Intl.ListFormat(undefined, { type: 'conjunction' }).format(names)
  return <p className={styles.notUsed}>{t`Not used by ${who}: own words.`}</p>
}
