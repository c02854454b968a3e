import { connectingByForm, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { connectByOwnKey } from '../connect.ts'
import { farcaster } from '../connector.ts'
import { formOf, openHouse } from './world.ts'

describeHostileAnswers(async () => {
  const { connectIo, signer, close } = await openHouse()
  const form = { connect: connectByOwnKey, io: connectIo, input: formOf(signer), close }
  return [publishing('a cast', await openHouse()), connectingByForm('by a key', farcaster, form)]
})
