import { agreeToAll, refuseAt } from '../../../../test/consent.ts'
import { connectingByForm, connectingByPage, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { connectByOauth, connectByToken } from '../connect.ts'
import { facebook } from '../connector.ts'
import { atFake, openHouse } from './world.ts'

describeHostileAnswers(async () => {
  const house = await openHouse()
  const { fake, connectIo: io } = house
  const close = async () => undefined
  const person = {
    agree: (url: string) => agreeToAll(atFake(fake, url)),
    refuse: (url: string) => refuseAt(atFake(fake, url)),
  }
  const input = { page_id: '101', access_token: fake.systemToken }
  return [
    publishing('on a Page', house),
    connectingByForm('by token', facebook, { connect: connectByToken, io, input, close }),
    connectingByPage('on a page of Facebook', facebook, {
      connect: connectByOauth,
      io,
      input: {},
      person,
      close,
    }),
  ]
})
