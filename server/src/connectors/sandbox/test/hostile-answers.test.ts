import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import {
  type Conversation,
  connectingByForm,
  connectingByPage,
  publishing,
} from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { connectByName } from '../connect.ts'
import { sandbox } from '../connector.ts'
import { sandboxConformance, sandboxRedirect, startSandboxHouse } from './house.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const classes = ['key', 'expiring_key', 'two_phase', 'list', 'blind']

describeHostileAnswers(async () => [
  ...(await Promise.all(
    classes.map(async (network_class) =>
      publishing(`of class ${network_class}`, await sandboxConformance(database.db, { network_class })),
    ),
  )),
  await connectingByName(),
  connectingByPage('on the consent page', sandbox, await sandboxRedirect(database.db)),
])

async function connectingByName(): Promise<Conversation> {
  const { identifyIo, close } = await startSandboxHouse(database.db)
  const io = identifyIo('a space')
  return connectingByForm('by name', sandbox, { connect: connectByName, io, input: { name: 'Pier' }, close })
}
