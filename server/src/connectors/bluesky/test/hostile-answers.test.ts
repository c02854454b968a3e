import {
  type Conversation,
  connectingByForm,
  connectingByPage,
  publishing,
} from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { describeHostileConnecting } from '../../../../test/hostile/describe-hostile-connecting.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { connect } from '../connect.ts'
import { bluesky } from '../connector.ts'
import { connectAccount } from './accounts.ts'
import { startFakeBluesky } from './fake.ts'
import { openOauthHouse, redirectHouse } from './oauth-house.ts'

describeHostileAnswers(async () => [
  await publishingByPassword(),
  await publishingByOauth(),
  await connectingByPassword(),
  connectingByPage('by OAuth', bluesky, await redirectHouse()),
])

describeHostileConnecting(async () => {
  const { given, close } = await openHouse()
  const { service: url, handle, appPassword } = given
  return {
    platform: 'bluesky',
    url,
    ways: (service) => ({ app_password: { service, handle, app_password: appPassword, directory: service } }),
    close,
  }
})

async function openHouse() {
  const fake = await startFakeBluesky()
  const outbound = localOutbound()
  const { handle, appPassword } = fake.createAccount('alice.test')
  const close = async () => {
    await outbound.close()
    await fake.close()
  }
  return { outbound, given: { service: fake.url, handle, appPassword }, close }
}

async function publishingByPassword(): Promise<Conversation> {
  const { outbound, given, close } = await openHouse()
  const { account, credentials } = await connectAccount(outbound, given)
  const io = handIo(outbound, credentials)
  return publishing('by app password', { connector: bluesky, account, io, options: {}, close })
}

async function publishingByOauth(): Promise<Conversation> {
  const { outbound, connect, close } = await openOauthHouse()
  const { account, credentials } = await connect()
  const io = handIo(outbound, credentials)
  return publishing('by OAuth', { connector: bluesky, account, io, options: {}, close })
}

async function connectingByPassword(): Promise<Conversation> {
  const { outbound, given, close } = await openHouse()
  const { appPassword, ...who } = given
  const input = { ...who, directory: who.service, app_password: appPassword }
  return connectingByForm('by app password', bluesky, { connect, io: identifyIo(outbound), input, close })
}
