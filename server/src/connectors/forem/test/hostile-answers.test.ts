import { connectingByForm, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { describeHostileConnecting } from '../../../../test/hostile/describe-hostile-connecting.ts'
import { connectByKey } from '../connect.ts'
import { forem } from '../connector.ts'
import { startFakeForem } from './fake.ts'
import { formOf, openHouse } from './world.ts'

describeHostileAnswers(async () => {
  const { connectIo, fake, close } = await openHouse()
  const form = { connect: connectByKey, io: connectIo, input: formOf(fake), close }
  return [publishing('an article', await openHouse()), connectingByForm('by key', forem, form)]
})

describeHostileConnecting(async () => {
  const fake = await startFakeForem()
  return {
    platform: 'forem',
    url: fake.url,
    ways: (instance) => ({ token: { ...formOf(fake), instance } }),
    close: fake.close,
  }
})
