import { expect } from 'vitest'
import type { Connector, Prepared } from '../connector.ts'
import { makePictures, mostOf, type Picture } from './pictures.ts'

/** The parts of a house that the promise about crashes needs. */
interface Crashed {
  readonly connector: Connector
  readonly account: Parameters<Connector['limits']>[0]
}

interface CrashPromise<House> {
  readonly title: string
  keep(house: House): Promise<void>
}

/**
 * The promise of every connector whose process dies between the steps: after each call of `prepare` and `settle`, before
 * what came of it was stored. The engine stores new secrets before artefacts, so the next process may have found them.
 */
export function crashPromise<House extends Crashed>(
  publish: (house: House, pictures: readonly Picture[]) => Promise<void>,
): CrashPromise<House> {
  return {
    title: 'makes one post, whole, though its process died after each step and another one took it again',
    keep: async (house) => {
      const limits = house.connector.limits(house.account)
      const most = Math.max(mostOf(limits.media, 'image'), mostOf(limits.media, 'video'))
      const pictures = await makePictures(Math.min(2, most), limits)
      for (const findsSecrets of [true, false])
        await publish({ ...house, connector: dying(house.connector, findsSecrets) }, pictures)
    },
  }
}

function dying(connector: Connector, findsSecrets: boolean): Connector {
  return {
    ...connector,
    prepare: async (step, io) => {
      const lost = await connector.prepare(step, io)
      const secrets = async () => (findsSecrets ? lost.secrets : undefined) ?? (await io.secrets())
      const again = await connector.prepare(step, { ...io, secrets })
      return withSecretsOf(findsSecrets ? lost : null, again)
    },
    settle: async (step, io) => {
      const lost = await connector.settle(step, io)
      const again = await connector.settle(step, io)
      if (lost.outcome === 'published') expect(again).toMatchObject({ remoteId: lost.remoteId })
      return again
    },
  }
}

/** Secrets that were stored stay, unless the later call has others. */
function withSecretsOf(lost: Prepared | null, again: Prepared): Prepared {
  const secrets = again.secrets ?? lost?.secrets
  return secrets ? { ...again, secrets } : again
}
