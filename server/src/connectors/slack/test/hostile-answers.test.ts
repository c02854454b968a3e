import { connectingByForm, connectingByPage, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { connectByBot } from '../connect.ts'
import { slack } from '../connector.ts'
import { issueToken } from './fake-world.ts'
import { openHouse, openSignIn } from './world.ts'

describeHostileAnswers(async () => {
  const { fake, connectIo, close } = await openHouse()
  const input = { bot_token: issueToken(fake.world), channel: '#harbour' }
  return [
    publishing('a message', await openHouse()),
    connectingByForm('with the token of a bot', slack, {
      connect: connectByBot,
      io: connectIo,
      input,
      close,
    }),
    connectingByPage('on the page of Slack', slack, await openSignIn()),
  ]
})
