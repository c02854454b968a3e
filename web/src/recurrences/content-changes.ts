import type { Recurrence, UpdateRecurrenceInput } from '@crier/sdk'
import type { ChosenMedium } from '../media/chosen-medium.ts'

/** The content of a recurrence as the dialog shows it. */
export interface ContentForm {
  readonly caption: string
  /** Words that take turns in place of the caption. */
  readonly texts: readonly string[]
  readonly media: readonly ChosenMedium[]
  /** Ids of accounts. */
  readonly accounts: readonly string[]
}

export function contentOf({ caption, variations, media, social_accounts }: Recurrence): ContentForm {
  return {
    caption,
    texts: variations.map((each) => each.caption ?? caption),
    media: media.map(({ media_id, alt_text, focus, crop }) => ({
      media_id,
      alt_text: alt_text ?? undefined,
      focus: focus ?? undefined,
      crop,
    })),
    accounts: social_accounts,
  }
}

/** The members that differ. Media that take turns stay where they are. */
export function contentChanges(recurrence: Recurrence, form: ContentForm): UpdateRecurrenceInput {
  const before = contentOf(recurrence)
  const { caption, texts, media, accounts } = form
  return {
    ...(caption === before.caption ? {} : { caption }),
    ...(isSame(texts, before.texts)
      ? {}
      : { variations: texts.map((text, index) => ({ ...recurrence.variations[index], caption: text })) }),
    ...(isSame(media, before.media) ? {} : { media }),
    ...(isSame(accounts, before.accounts) ? {} : accountChanges(recurrence, accounts)),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** An account that is taken out takes along what was set for it alone, which the server would refuse without it. */
function accountChanges(
  { account_configurations: sent }: Recurrence,
  accounts: readonly string[],
): UpdateRecurrenceInput {
  const isKept = (id: unknown) => accounts.includes(String(id))
  const wrapped = isObject(sent) ? sent.account_configurations : undefined
  const list = Array.isArray(sent) ? sent : Array.isArray(wrapped) ? wrapped : null
  const left =
    list?.filter((each) => !isObject(each) || isKept(each.account_id)) ??
    (isObject(sent) ? Object.fromEntries(Object.entries(sent).filter(([id]) => isKept(id))) : null)
  return { social_accounts: accounts, ...(left === null ? {} : { account_configurations: left }) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
