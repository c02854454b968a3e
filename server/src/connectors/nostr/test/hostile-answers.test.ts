import { connectingByForm, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { connectByKey } from '../connect.ts'
import { nostr } from '../connector.ts'
import { openHouse } from './world.ts'

describeHostileAnswers(async () => {
  const [one, two, connecting] = await Promise.all([openHouse(1), openHouse(2), openHouse(2)])
  const { person, relays, connectIo, blossom } = connecting
  const profile = { name: 'alice', nip05: 'alice@harbour.example', picture: 'https://pictures.example/a.png' }
  relays[0]?.put(person.sign({ kind: 0, content: JSON.stringify(profile) }))
  const input = { secret_key: person.secretKey, relays: relays.map(({ url }) => url).join(' ') }
  return [
    publishing('to one relay', one),
    publishing('to two relays', two),
    connectingByForm('with a key', nostr, {
      connect: connectByKey,
      io: connectIo,
      input: { ...input, media_server: blossom.url },
      close: connecting.close,
    }),
  ]
})
