import { connectingByForm, connectingByPage, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { connectByKey } from '../connect.ts'
import { vk } from '../connector.ts'
import { keyOfHarbour, serviceKey } from './fake-world.ts'
import { openHouse, openKeyHouse, openSignIn } from './world.ts'

describeHostileAnswers(async () => {
  const input = { access_token: keyOfHarbour, service_key: serviceKey }
  const { connectIo, close } = await openKeyHouse(input)
  const form = { connect: connectByKey, io: connectIo, input, close }
  return [
    publishing('a post', await openHouse()),
    connectingByPage('on the page of VK ID', vk, await openSignIn()),
    connectingByForm('by the key of a community', vk, form),
  ]
})
