import { connectingByForm, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { connectByAddress } from '../connect.ts'
import { webhook } from '../connector.ts'
import { address, secret } from './fake.ts'
import { openHouse } from './world.ts'

describeHostileAnswers(async () => {
  const { connectIo, close } = await openHouse()
  const input = { address, secret }
  return [
    publishing('a post', await openHouse()),
    publishing('a post to a receiver that knows repeats', await openHouse(webhook, true)),
    connectingByForm('with an address', webhook, { connect: connectByAddress, io: connectIo, input, close }),
  ]
})
