import { connectingByForm, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { connectByToken } from '../connect.ts'
import { hashnode } from '../connector.ts'
import { formOf, openHouse } from './world.ts'

describeHostileAnswers(async () => {
  const { connectIo, fake, close } = await openHouse()
  const form = { connect: connectByToken, io: connectIo, input: formOf(fake), close }
  return [publishing('an article', await openHouse()), connectingByForm('by token', hashnode, form)]
})
