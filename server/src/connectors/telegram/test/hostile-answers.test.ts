import { connectingByForm, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { connectByBot } from '../connect.ts'
import { telegram } from '../connector.ts'
import { token } from './fake-world.ts'
import { openHouse } from './world.ts'

describeHostileAnswers(async () => {
  const { connectIo, close } = await openHouse()
  const input = { bot_token: token, chat: '@harbour' }
  return [
    publishing('a message', await openHouse()),
    connectingByForm('with the token of a bot', telegram, {
      connect: connectByBot,
      io: connectIo,
      input,
      close,
    }),
  ]
})
