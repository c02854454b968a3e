import { describe, expect, it } from 'vitest'
import type { AddressNeed } from '../../src/connectors/connector.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { connectByOauth } from '../../src/connectors/sandbox/sign-in.ts'
import type { Context } from '../../src/context.ts'
import { listMissingNeeds } from '../../src/platform-apps/missing-needs.ts'

/** The codes of what is missing at an address, for a network that asks for everything of it. */
async function missingAt(
  publicUrl: string,
  needs: readonly AddressNeed[] = ['https', 'public_media'],
): Promise<string[]> {
  const context = { config: { publicUrl } } as Context
  const connect = { ...connectByOauth, needs }
  return (await listMissingNeeds(context, sandbox, connect)).map(({ code }) => code)
}

describe('an address', () => {
  it.each([
    ['https://crier.example.org', []],
    ['https://crier.example.org/some/path', []],
    ['https://93.184.216.34', []],
    ['http://crier.example.org', ['https', 'public_media']],
    ['http://127.0.0.1:4747', ['https', 'public_media']],
    ['https://localhost', ['public_media']],
    ['https://crier.local', ['public_media']],
    ['https://192.168.1.7', ['public_media']],
    ['https://[fd00::1]', ['public_media']],
  ])('%s lacks %j', async (publicUrl, missing) => {
    expect(await missingAt(publicUrl)).toEqual(missing)
  })

  it.each([
    ['https://crier.example.org', []],
    ['http://127.0.0.1:4747', []],
    ['http://[::1]:4747', []],
    ['http://localhost:4747', []],
    ['http://localhost.example.org', ['https']],
    ['http://192.168.1.7:4747', ['https']],
    ['http://127.0.0.1.example.org', ['https']],
  ])('%s lacks %j where people may also be sent back to their own machine', async (publicUrl, missing) => {
    expect(await missingAt(publicUrl, ['https_or_loopback'])).toEqual(missing)
  })
})
