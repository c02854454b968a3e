import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts'

type MapOne = (configuration: JsonObject) => JsonObject

/**
 * Changes each single configuration in the configurations of a post, in whichever form they were sent: an object by platform
 * or by account, a list, or that list in an object under the name `account_configurations`.
 */
export function mapConfigurations(sent: Json, change: MapOne): Json {
  if (Array.isArray(sent)) return sent.map((one) => (isObject(one) ? change(one) : one))
  if (!isObject(sent)) return sent
  return Object.fromEntries(
    Object.entries(sent).map(([name, one]) => {
      if (isObject(one)) return [name, change(one)]
      return [name, Array.isArray(one) ? mapConfigurations(one, change) : one]
    }),
  )
}
