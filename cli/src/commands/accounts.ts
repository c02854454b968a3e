import { findAccount, nameOf } from '@crier/sdk/plans'
import { answer, type Command, type Outcome } from '../command/command.ts'
import type { Given } from '../command/given.ts'
import { readList } from '../command/read-arguments.ts'
import { alignFacts, alignTable } from '../output/table.ts'
import { fullTime } from '../output/times.ts'
import { readFilters } from './list.ts'

const list: Command = {
  words: ['accounts'],
  summary: 'Lists the social accounts that posts can go to.',
  options: {
    platform: { value: 'PLATFORM', about: 'Accounts on this platform.', isMany: true },
    status: {
      value: 'STATUS',
      about: 'Accounts with this status: active, needs_reconnect, blocked or disabled.',
      isMany: true,
      choices: ['active', 'needs_reconnect', 'blocked', 'disabled'],
    },
    group: { value: 'GROUP', about: 'Accounts of this group.', isMany: true },
    ndjson: { value: null, about: 'Prints the JSON of each account on a line of its own.' },
  },
  run: async ({ given, open, terminal }): Promise<Outcome> => {
    const session = await open()
    const page = await session.client.socialAccounts
      .list({ ...readFilters(given, ['platform', 'status']), ...readGroups(given) }, session.reading)
      .page()
    if (given.flag('ndjson')) {
      for (const account of page.data) terminal.printJson(account)
      return {}
    }
    return answer(page, ({ data }) =>
      alignTable(
        ['NUMBER', 'ACCOUNT', 'STATUS', 'WAITING', 'ID', 'NAME'],
        data.map((one) => [
          String(one.number),
          nameOf(one),
          one.status,
          String(one.waiting_posts),
          one.id,
          one.display_name,
        ]),
        terminal.columns,
      ).join('\n'),
    )
  },
}

const show: Command = {
  words: ['accounts', 'show'],
  summary: 'Shows a social account, and how much it may publish now.',
  positionals: [{ name: 'account', about: 'the account, named as with --to' }],
  run: async ({ given, open }) => {
    const session = await open()
    const { id } = findAccount(given.needed('account'), await session.accounts())
    const account = await session.client.socialAccounts.get(id, session.reading)
    const zone = await session.zone()
    return answer(account, (clean) =>
      alignFacts([
        ['Account', nameOf(clean)],
        ['Name', clean.display_name],
        ['Status', clean.status],
        ['Id', clean.id],
        ['Number', String(clean.number)],
        ['Groups', clean.tags.join(', ')],
        ['Profile', clean.profile_url],
        [
          'Text',
          clean.limits.text === undefined
            ? null
            : `up to ${clean.limits.text.max}, counted as ${clean.limits.text.unit}`,
        ],
        [
          'Posts left',
          (clean.limits.rates ?? [])
            .map((one) => `${one.remaining ?? '?'} of ${one.posts} in ${one.every_seconds} s`)
            .join('\n'),
        ],
        ['Waiting', String(clean.waiting_posts)],
        ['Next post', fullTime(clean.next_post_at, zone)],
        ['Signed in until', fullTime(clean.sign_in_ends_at, zone)],
      ]).join('\n'),
    )
  },
}

/** The groups to list, which the API calls tags. */
function readGroups(given: Given): { tag?: string[] } {
  const groups = readList(given, 'group')
  return groups.length === 0 ? {} : { tag: [...groups] }
}

/** The commands about social accounts. */
export const accounts: readonly Command[] = [list, show]
