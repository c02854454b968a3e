import { useLingui } from '@lingui/react/macro'
import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { platformOf } from '../content.ts'
import { everyone, useDesk, type Variant } from '../desk.ts'
import { useSlice } from '../store.ts'
import { useAccountName } from '../use-account-name.ts'
import { accountLabel, changeVariant, contentOfVariant } from '../variant.ts'
import styles from './editor.module.css'

// Most posts say the same everywhere.
const Differences = lazyPart(() => import('./differences.tsx'), 'Differences')

/** For whom one writes: everyone, or one of the accounts that differ. */
export function VariantTabs() {
  const { t } = useLingui()
  const desk = useDesk()
  const variant = useSlice(desk.view, (view) => view.variant)
  const own = useSlice(desk.content, (content) => content.own)
  const chosen = useSlice(desk.content, (content) => content.accounts)
  const { accounts } = useSlice(desk.places, (places) => places)
  const differing = chosen.filter((id) => own[id] !== undefined && accounts.has(id))
  const alike = chosen.filter((id) => own[id] === undefined && accounts.has(id))
  const show = (next: Variant) => desk.view.change((view) => ({ ...view, variant: next }))
  const named = useAccountName()
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
        <Late>
          <Differences account={variant} name={named(variant)} />
        </Late>
      )}
    </div>
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
