import { connectingByForm, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { describeHostileConnecting } from '../../../../test/hostile/describe-hostile-connecting.ts'
import { connectByPassword } from '../connect.ts'
import { lemmy } from '../connector.ts'
import { startFakeLemmy } from './fake.ts'
import { formOf, openHouse } from './world.ts'

describeHostileAnswers(async () => {
  const { connectIo, fake, close } = await openHouse()
  return [
    publishing('a post', await openHouse()),
    publishing('a post on Lemmy 1.0', await openHouse('1.0.0')),
    connectingByForm('by password', lemmy, {
      connect: connectByPassword,
      io: connectIo,
      input: formOf(fake),
      close,
    }),
  ]
})

describeHostileConnecting(async () => {
  const fake = await startFakeLemmy()
  return {
    platform: 'lemmy',
    url: fake.url,
    ways: (instance) => ({ password: { ...formOf(fake), instance } }),
    close: fake.close,
  }
})
