import { connectingByForm, connectingByPage, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { describeHostileConnecting } from '../../../../test/hostile/describe-hostile-connecting.ts'
import { connectByToken } from '../connect.ts'
import { misskey } from '../connector.ts'
import { startFakeMisskey } from './fake.ts'
import { formOf, openHouse, openSignIn } from './world.ts'

describeHostileAnswers(async () => {
  const { connectIo, fake, close } = await openHouse()
  return [
    publishing('a post', await openHouse()),
    publishing('a post at Sharkey', await openHouse('sharkey')),
    connectingByForm('by token', misskey, {
      connect: connectByToken,
      io: connectIo,
      input: formOf(fake),
      close,
    }),
    connectingByPage('on the page of the server', misskey, await openSignIn()),
  ]
})

describeHostileConnecting(async () => {
  const fake = await startFakeMisskey()
  return {
    platform: 'misskey',
    url: fake.url,
    ways: (instance) => ({ token: { ...formOf(fake), instance }, miauth: { instance } }),
    close: fake.close,
  }
})
