import type { ConnectIo } from '../../../connectors/connector.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { ExchangeLog } from './exchange.ts'

/** The world of a connector whose requests are remembered, with the secrets that it is given. */
export function watchExchanges<World extends ConnectIo>(world: World, exchanges: ExchangeLog): World {
  return {
    ...world,
    app: () => learnSecrets(exchanges, world.app()),
    registration: (...asked) => learnSecrets(exchanges, world.registration(...asked)),
    fetch: async (request, within) => {
      exchanges.note(request, null)
      const answer = await world.fetch(request, within)
      exchanges.note(request, answer)
      return answer
    },
  }
}

/** A connector may send what it was given, so that is hidden in what is shown. */
export async function learnSecrets<Value extends JsonObject>(
  exchanges: ExchangeLog,
  given: Promise<Value>,
): Promise<Value> {
  const value = await given
  exchanges.learn(value)
  return value
}
