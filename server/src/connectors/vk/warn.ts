import type { Account, Draft, DraftProblem } from '../connector.ts'
import { readChoices } from './options.ts'
import { communityOf, isSignable } from './settings.ts'

/** The things that a person may not expect of a post that VK takes. */
export function warn(draft: Draft, account: Account): DraftProblem[] {
  return [...warnOfAltTexts(draft), ...warnOfOptions(draft, account)]
}

function warnOfAltTexts({ media }: Draft): DraftProblem[] {
  return media.flatMap(({ kind, altText }, index) => {
    if (altText.trim() === '') return []
    const pointer = `/media/${index}/alt_text`
    return kind === 'image'
      ? [
          {
            pointer,
            code: 'alt_text_shown',
            detail: 'VK has no alt texts. It shows this one to everybody as the description of the photo.',
          },
        ]
      : [{ pointer, code: 'alt_text_not_shown', detail: 'VK takes alt texts for photos alone.' }]
  })
}

/** Options that VK ignores on this wall. They are not sent. */
function warnOfOptions({ options }: Draft, account: Account): DraftProblem[] {
  const { signed, friendsOnly, muteNotifications, closeComments, firstComment } = readChoices(options)
  const isCommunity = communityOf(account) !== null
  const ignored: readonly [string, boolean, string][] = [
    [
      'signed',
      signed && !isSignable(account),
      'Only posts of a community that a person connected through VK ID can be signed. This one will not be.',
    ],
    [
      'mute_notifications',
      muteNotifications && !isCommunity,
      'Only posts of a community can be quiet. This one will not be.',
    ],
    [
      'friends_only',
      friendsOnly && isCommunity,
      'Posts of a community are for everybody, and this one will be too.',
    ],
  ]
  const warnings = ignored.flatMap(([option, isIgnored, detail]) =>
    isIgnored ? [{ pointer: `/options/${option}`, code: 'option_ignored', detail }] : [],
  )
  if (!closeComments || firstComment === null) return warnings
  const detail = 'VK may refuse the first comment of a post without comments.'
  return [...warnings, { pointer: '/options/first_comment', code: 'comments_closed', detail }]
}
