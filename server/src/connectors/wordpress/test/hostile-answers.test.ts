import { connectingByForm, connectingByPage, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { connectByPassword } from '../connect.ts'
import { wordpress } from '../connector.ts'
import { formOf, openHouse, openSignIn } from './world.ts'

describeHostileAnswers(async () => {
  const { connectIo, fake, close } = await openHouse()
  return [
    publishing('a post', await openHouse()),
    connectingByForm('with an application password', wordpress, {
      connect: connectByPassword,
      io: connectIo,
      input: formOf(fake),
      close,
    }),
    connectingByPage('on the page of the site', wordpress, await openSignIn()),
  ]
})
