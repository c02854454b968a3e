import type { Feed } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { AccountChoice } from '../accounts/account-choice.tsx'
import { isAtLeast, useSession } from '../session/session.ts'
import card from '../ui/card.module.css'
import { faultAt } from '../ui/form.tsx'
import { NativeSelect } from '../ui/native-select.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { useFeedWords } from './feed-words.ts'
import styles from './feeds.module.css'

/** The parts of a feed that a person sets, but for its address. */
export interface FeedSettings {
  readonly accounts: readonly string[]
  readonly action: Feed['action']
  readonly caption: string
  readonly hasPicture: boolean
  readonly perDay: number
}

export const usualSettings: FeedSettings = {
  accounts: [],
  action: 'draft',
  caption: '{title}\n\n{link}',
  hasPicture: true,
  perDay: 10,
}

/** The settings of a feed that is there. */
export function settingsOf(feed: Feed): FeedSettings {
  return {
    accounts: feed.social_accounts,
    action: feed.action,
    caption: feed.caption,
    hasPicture: feed.with_picture,
    perDay: feed.max_per_day,
  }
}

/** The settings as the API takes them. */
export function toBody({ accounts, action, caption, hasPicture, perDay }: FeedSettings) {
  return {
    social_accounts: [...accounts],
    action,
    caption,
    with_picture: hasPicture,
    max_per_day: perDay,
  }
}

interface FieldsProps {
  readonly settings: FeedSettings
  readonly onChange: (settings: FeedSettings) => void
  readonly error: unknown
}

const fields = ['title', 'link', 'summary', 'author', 'hashtags', 'date', 'feed'] as const

/** Asks where the posts of a feed go, when, and how they are worded. */
export function SettingsFields({ settings, onChange, error }: FieldsProps) {
  const { t } = useLingui()
  const words = useFeedWords()
  const { workspace } = useSession()
  const isAuthor = !isAtLeast(workspace.role, 'editor')
  const { action, caption, hasPicture, perDay } = settings
  const actions = ['draft', 'queue', 'publish'] as const
  return (
    <>
      <AccountChoice
        chosen={settings.accounts}
        onChange={(accounts) => onChange({ ...settings, accounts })}
        fault={faultAt(error, '/social_accounts')}
      />
      <NativeSelect
        label={t`A new item`}
        description={
          isAuthor && action !== 'draft' ? t`Somebody else approves each post before it goes out.` : undefined
        }
        isDescribedBelow
        value={action}
        data={actions.map((value) => ({ value, label: words.actions[value] }))}
        onChange={(event) => {
          const chosen = actions.find((each) => each === event.currentTarget.value)
          if (chosen !== undefined) onChange({ ...settings, action: chosen })
        }}
        error={faultAt(error, '/action')}
      />
      <Textarea
        label={t`Text of a post`}
        description={t`Names in braces stand for the words of the item. Text that is too long for a network is shortened; the link stays.`}
        rows={4}
        value={caption}
        onChange={(event) => onChange({ ...settings, caption: event.currentTarget.value })}
        error={faultAt(error, '/caption')}
      />
      <div className={card.row} role="group" aria-label={t`Put a field into the text`}>
        {fields.map((field) => (
          <button
            key={field}
            type="button"
            className={styles.field}
            onClick={() => onChange({ ...settings, caption: `${caption}{${field}}` })}
          >
            {`{${field}}`}
          </button>
        ))}
      </div>
      <label className={card.choice}>
        <input
          type="checkbox"
          checked={hasPicture}
          onChange={(event) => onChange({ ...settings, hasPicture: event.currentTarget.checked })}
        />
        <span>
          {t`With the picture of the item`}
          <span>{t`A picture that cannot be had is left out.`}</span>
        </span>
      </label>
      <NativeSelect
        label={t`Posts within a day, at most`}
        description={t`Further items wait until you decide.`}
        value={String(perDay)}
        data={[1, 3, 5, 10, 20, 50, 100]
          .concat(perDay)
          .filter((each, index, all) => all.indexOf(each) === index)
          .sort((a, b) => a - b)
          .map((each) => ({ value: String(each), label: String(each) }))}
        onChange={(event) => onChange({ ...settings, perDay: Number(event.currentTarget.value) })}
      />
    </>
  )
}
