import type { QueueSlot } from '@crier/sdk'
import { findAccount, nameOf } from '@crier/sdk/plans'
import { answer, type Command } from '../command/command.ts'
import { changeOptions } from '../command/global-options.ts'
import { readNumber } from '../command/read-arguments.ts'
import { alignTable } from '../output/table.ts'
import { clockTime } from '../output/times.ts'

const show: Command = {
  words: ['queue'],
  summary: 'Shows the slots of the queue, and whether it is paused.',
  run: async ({ given, open, terminal }) => {
    const session = await open()
    const { client, reading } = session
    const slots = client.queueSlots.list({}, reading)
    if (given.flag('json'))
      return { data: await client.queueSlots.list({ limit: 200 }, reading).page(), show: () => '' }
    const [queue, all, accounts] = [
      await client.queue.get(reading),
      await slots.toArray(),
      await session.accounts(),
    ]
    const whose = ({ social_account_id: id }: QueueSlot) => {
      const account = accounts.find((one) => one.id === id)
      return id === null ? 'all' : account === undefined ? id : nameOf(account)
    }
    return answer(all, (clean) =>
      [
        ...alignTable(
          ['SLOT', 'DAYS', 'TIME', 'ZONE', 'IN USE', 'ACCOUNT'],
          clean.map((one) => [
            one.id,
            one.weekdays.join(' '),
            one.time,
            one.timezone ?? queue.timezone,
            one.enabled ? 'yes' : 'no',
            whose(one),
          ]),
          terminal.columns,
        ),
        queue.paused
          ? 'The queue is paused: new posts get no slots.'
          : clean.length === 0
            ? 'There is no slot yet. Slots are made in the app.'
            : 'New posts get the next free slot: crier queue next',
      ].join('\n'),
    )
  },
}

const next: Command = {
  words: ['queue', 'next'],
  summary: 'Shows the next free slots.',
  options: { limit: { value: 'NUMBER', about: 'How many; 10 unless given.' } },
  run: async ({ given, open, terminal }) => {
    const limit = readNumber(given, 'limit', 1)
    const session = await open()
    const free = await session.client.queueSlots.listFreeSlots(
      limit === null ? {} : { limit },
      session.reading,
    )
    return answer(free, (clean) =>
      clean.paused
        ? 'The queue is paused, so no slot is free.'
        : clean.data.length === 0
          ? 'No slot is free, or there is none. Slots are made in the app.'
          : alignTable(
              ['TIME', 'ZONE'],
              clean.data.map((one) => [clockTime(one.scheduled_at, one.timezone), one.timezone]),
              terminal.columns,
            ).join('\n'),
    )
  },
}

function pausing(word: string, paused: boolean, summary: string): Command {
  return {
    words: ['queue', word],
    summary,
    options: {
      account: { value: 'ACCOUNT', about: 'The account that alone is meant, named as with --to.' },
      ...changeOptions,
    },
    run: async ({ given, open }) => {
      const session = await open()
      const name = given.text('account')
      const account =
        name === null ? {} : { social_account_id: findAccount(name, await session.accounts()).id }
      const changed = await session.change((options) =>
        session.client.queue.pause({ paused, ...account }, options),
      )
      return answer(changed, (clean) => clean.message)
    },
  }
}

/** The commands about the queue. */
export const queue: readonly Command[] = [
  show,
  next,
  pausing('pause', true, 'Gives new posts no slots until it is resumed.'),
  pausing('resume', false, 'Gives new posts slots again.'),
]
