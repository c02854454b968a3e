import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../lib/json/json.ts'
import {
  type Candidate,
  Failure,
  type IdentifyIo,
  type RedirectConnect,
  type RedirectIo,
} from '../connector.ts'
import { keepPromise } from './describe-conformance.ts'

/** A network at which somebody can sign in by a redirect. Each promise gets a new one. */
export interface RedirectConformance {
  readonly connect: RedirectConnect
  readonly io: IdentifyIo
  /** The form that is filled in first; usually `{}`. */
  readonly input: JsonObject
  readonly person: {
    /** Agrees on the page of the network; answers the address to which it sends the browser back. */
    agree(url: string): Promise<URL>
    /** Says no there. */
    refuse(url: string): Promise<URL>
  }
  close(): Promise<void>
}

interface RedirectPromise {
  readonly title: string
  keep(house: RedirectConformance): Promise<void>
}

/** Holds a way by redirect to every promise of the contract, against a server that stands for its network. */
export function describeRedirect(name: string, setUp: () => Promise<RedirectConformance>): void {
  describe(`${name} keeps the promises of a sign-in by redirect`, () => {
    for (const promise of redirectPromises) it(promise.title, () => keepPromise(promise, setUp))
  })
}

export const redirectPromises: readonly RedirectPromise[] = [
  {
    title: 'sends the person back to our address, to the letter, with our state',
    keep: async (house) => {
      const { io, back } = await goAndAgree(house)
      expect(`${back.origin}${back.pathname}`).toBe(io.redirectUri)
      expect(back.searchParams.getAll('state')).toEqual([io.state])
    },
  },
  {
    title: 'gives candidates with credentials of their own, which are in nothing that is shown',
    keep: async (house) => {
      const found = await house.connect.finish(...finishing(await goAndAgree(house)))
      expect(found.length).toBeGreaterThan(0)
      for (const { profile } of found) {
        const { credentials, ...shown } = profile
        expect(profile.externalId).not.toBe('')
        for (const secret of secretsOf(credentials)) expect(JSON.stringify(shown)).not.toContain(secret)
      }
      expect(new Set(found.map(credentialsOf)).size).toBe(found.length)
    },
  },
  {
    title: 'trades a code once',
    keep: async (house) => {
      const gone = await goAndAgree(house)
      await house.connect.finish(...finishing(gone))
      await expectFailure(house.connect.finish(...finishing(gone)))
    },
  },
  {
    title: 'trades no code with the secrets of another sign-in',
    keep: async (house) => {
      const [first, second] = [await goAndAgree(house), await goAndAgree(house)]
      expect(JSON.stringify(first.keep)).not.toBe(JSON.stringify(second.keep))
      await expectFailure(house.connect.finish(first.back.searchParams, second.keep, first.io))
    },
  },
  {
    title: 'takes the no of a person for a refusal, and no code for a failure',
    keep: async (house) => {
      const { io, url, keep } = await go(house)
      const back = await house.person.refuse(url)
      const failure = await expectFailure(house.connect.finish(back.searchParams, keep, io))
      expect(failure.kind).toBe('forbidden')
      const nothing = new URLSearchParams({ state: io.state })
      await expectFailure(house.connect.finish(nothing, keep, io))
    },
  },
]

interface Gone {
  readonly io: RedirectIo
  readonly url: string
  readonly keep: JsonObject
}

async function go({ connect, io, input }: RedirectConformance): Promise<Gone> {
  const redirect: RedirectIo = {
    ...io,
    redirectUri: 'https://crier.example.org/oauth/callback/some',
    state: randomBytes(32).toString('base64url'),
  }
  const { url, keep } = await connect.begin(input, redirect)
  // It is stored as JSON in between.
  return { io: redirect, url, keep: JSON.parse(JSON.stringify(keep)) as JsonObject }
}

async function goAndAgree(house: RedirectConformance): Promise<Gone & { back: URL }> {
  const gone = await go(house)
  return { ...gone, back: await house.person.agree(gone.url) }
}

function finishing({ back, keep, io }: Gone & { back: URL }): [URLSearchParams, JsonObject, RedirectIo] {
  return [back.searchParams, keep, io]
}

async function expectFailure(work: Promise<unknown>): Promise<Failure> {
  const outcome: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome instanceof Failure) return outcome
  throw new Error('No Failure was thrown.', { cause: outcome })
}

function credentialsOf({ profile }: Candidate): string {
  return JSON.stringify(profile.credentials)
}

function secretsOf(credentials: JsonObject): string[] {
  return Object.values(credentials).filter(
    (value) => typeof value === 'string' && value.length > 8,
  ) as string[]
}
