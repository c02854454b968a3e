import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useAccountsById, usePlatformsByName } from '../../data/accounts.ts'
import { useTimeFormat } from '../../time/format.ts'
import type { Content, Layer, MediaEntry, ThreadPart, When } from '../content.ts'
import type { Field } from '../merge-content.ts'
import { accountLabel } from '../variant.ts'

/** The name of each part of a post, and its value in words. */
export function useFieldWords() {
  const { t } = useLingui()
  const format = useTimeFormat()
  const accounts = useAccountsById()
  const platforms = usePlatformsByName()
  const names: Readonly<Record<keyof Content, string>> = {
    accounts: t`Accounts`,
    caption: t`Text`,
    media: t`Media`,
    thread: t`Thread`,
    firstComment: t`First comment`,
    platforms: t`Options`,
    own: t`Own words`,
    when: t`Time`,
    tags: t`Tags`,
    latePolicy: t`If its time is missed`,
    processing: t`Fitting of media`,
  }
  const accountName = (id: string) => {
    const account = accounts.get(id)
    return account === undefined ? t`An account that is gone` : accountLabel(account)
  }
  const whenWords = (when: When) =>
    when.kind === 'at'
      ? format.moment(when.at)
      : when.kind === 'now'
        ? t`Now`
        : when.kind === 'queue'
          ? t`Next free slot`
          : t`No time yet`
  return {
    nameOfField: ({ member, of }: Field) => {
      if (of === undefined) return names[member]
      return `${names[member]}: ${member === 'own' ? accountName(of) : (platforms.get(of)?.name ?? of)}`
    },
    wordsOfValue: (member: keyof Content, value: unknown): string => {
      switch (member) {
        case 'caption':
        case 'firstComment':
          return String(value)
        case 'accounts':
          return (value as readonly string[]).map(accountName).join(', ')
        case 'tags':
          return (value as readonly string[]).join(', ')
        case 'media':
          return plural((value as readonly MediaEntry[]).length, { one: '# file', other: '# files' })
        case 'thread':
          return (value as readonly ThreadPart[]).map(({ caption }) => caption).join('\n\n')
        case 'when':
          return whenWords(value as When)
        case 'processing':
          return value === true ? t`Yes` : t`No`
        case 'latePolicy':
          return String(value).replaceAll('_', ' ')
        default:
          return writeLayer(value as Layer | undefined) || t`As everyone`
      }
    },
  }
}

function writeLayer(layer: Layer | undefined): string {
  return Object.entries(layer ?? {})
    .map(([name, value]) =>
      name === 'caption' ? String(value) : `${name.replaceAll('_', ' ')}: ${JSON.stringify(value)}`,
    )
    .join('\n')
}
