import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { groupBy } from '../../data/group-by.ts'
import type { Mode } from '../../session/clients.ts'
import { knownActions, useActionWords } from './action-words.ts'

/** A kind of thing about which there are entries. */
interface Kind {
  readonly label: MessageDescriptor
  /** The data in whose log they stand; both, unless it says so. */
  readonly only?: Mode
}

/** The kinds by the word before the dot. Kinds that concern the whole server stand in no workspace's log, and are left out. */
const kinds: Readonly<Record<string, Kind>> = {
  person: { label: msg`Signing in and security`, only: 'live' },
  key: { label: msg`API keys`, only: 'live' },
  program: { label: msg`Programs` },
  calendar_address: { label: msg`Addresses of calendars`, only: 'live' },
  member: { label: msg`Members`, only: 'live' },
  invitation: { label: msg`Invitations`, only: 'live' },
  account: { label: msg`Accounts` },
  connect_attempt: { label: msg`Sign-ins at networks` },
  connect_link: { label: msg`Connect links` },
  review_link: { label: msg`Review links` },
  post: { label: msg`Posts` },
  post_result: { label: msg`Posts on one account` },
  medium: { label: msg`Media` },
  queue: { label: msg`Queue` },
  queue_slot: { label: msg`Slots of the queue` },
  feed: { label: msg`Feeds` },
  recurrence: { label: msg`What repeats` },
  saved_text: { label: msg`Saved texts` },
  webhook_endpoint: { label: msg`Webhooks` },
  workspace: { label: msg`Workspace`, only: 'live' },
  export: { label: msg`Exports`, only: 'live' },
  platform_app: { label: msg`Apps of networks`, only: 'live' },
  subscription: { label: msg`Subscription`, only: 'live' },
  publishing: { label: msg`Publishing as a whole`, only: 'live' },
  test_clock: { label: msg`Test clock`, only: 'test' },
}

interface Choice {
  readonly value: string
  readonly label: string
}

export interface ChoiceGroup {
  readonly label: string
  readonly choices: readonly Choice[]
}

/** The actions of the log in groups, each of which can be chosen as a whole. */
export function useActionGroups(mode: Mode): readonly ChoiceGroup[] {
  const { t, i18n } = useLingui()
  const words = useActionWords()
  const actions = groupBy(knownActions, (action) => action.slice(0, action.indexOf('.')))
  return Object.entries(kinds)
    .filter(([, { only = mode }]) => only === mode)
    .map(([kind, { label }]) => {
      const group = i18n._(label)
      const each = (actions.get(kind) ?? []).map((value) => ({ value, label: words(value) }))
      const whole = { value: kind, label: t`${group}: everything` }
      return { label: group, choices: each.length > 1 ? [whole, ...each] : each }
    })
}
