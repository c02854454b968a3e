import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../lib/json/json.ts'
import { type ConnectIo, Failure } from '../connector.ts'

/** The parts of a connector's world that belong to one installation of Crier, kept in memory. */
export function createInstallation(
  app: JsonObject | null = null,
): Pick<ConnectIo, 'publicUrl' | 'app' | 'registration'> {
  const registrations = new Map<string, JsonObject>()
  return {
    publicUrl: 'https://crier.example.org',
    app: async () => {
      if (app !== null) return app
      throw new Failure('app_unusable', 'The operator of this server has set no app.')
    },
    registration: async (name, make, refused) => {
      const known = registrations.get(name)
      if (known && !isDeepStrictEqual(known, refused)) return known
      const made = await make()
      registrations.set(name, made)
      return made
    },
  }
}
