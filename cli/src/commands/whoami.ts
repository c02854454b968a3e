import { answer, type Command } from '../command/command.ts'
import { alignFacts } from '../output/table.ts'
import { fullTime } from '../output/times.ts'

/** `crier whoami`: the server, the workspace and the key. */
export const whoami: Command = {
  words: ['whoami'],
  summary: 'Shows the server, the workspace and the rights of the key.',
  run: async ({ open }) => {
    const session = await open()
    const me = await session.me()
    const zone = await session.zone()
    const { url, profile } = session.server
    return answer(me, ({ mode, key, user, workspace }) =>
      alignFacts([
        ['Server', url],
        ['Profile', profile],
        ['Workspace', workspace.name],
        ['Zone', workspace.timezone],
        ['Person', user.email],
        [
          'Data',
          mode === 'live' ? 'live: posts go to the networks' : 'test: posts go to a simulated network alone',
        ],
        ['Key', key === null ? null : `${key.name}, ends in ${key.last4}`],
        ['Rights', key?.scopes.join(', ')],
        ['Key ends', fullTime(key?.expires_at, zone)],
      ]).join('\n'),
    )
  },
}
