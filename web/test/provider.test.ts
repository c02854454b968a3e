import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { newPerson } from '../../server/test/app/person.ts'
import { startChromium } from '../../server/test/browser/chromium.ts'
import { freePort } from '../../server/test/free-port.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { askFor, register } from '../../server/test/mcp/let-in.ts'
import { type OidcServer, oidcClient, startOidcServer } from '../../server/test/oidc-server.ts'
import { appUrl, desktop } from './open-app.ts'

let house: House
let provider: OidcServer
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  const [port, providerPort] = [await freePort(), await freePort()]
  const oidc = {
    issuer: `http://127.0.0.1:${providerPort}`,
    clientId: oidcClient.id,
    clientSecret: oidcClient.secret,
    name: 'Harbour Inc.',
  }
  const publicUrl = `http://127.0.0.1:${port}`
  house = await startHouse({ worker: false, config: { port, publicUrl, oidc } })
  provider = await startOidcServer(providerPort, `${publicUrl}/app/oidc/callback`)
})
afterAll(async () => {
  await house?.stop()
  await provider?.close()
})

test('who is asked by a program comes back to its question from the identity provider, also for a fresh proof', async () => {
  const back = 'http://127.0.0.1/callback'
  const clientId = await register(house, { client_name: 'Deck helper', redirect_uris: [back] })
  const asked = askFor(clientId, { redirect_uri: back, state: 's'.repeat(300) })
  const address = `${appUrl(house)}/oauth/authorize?${new URLSearchParams(asked.request)}`
  const person = await newPerson(house)
  await house.db.run(sql`update users set password_hash = null where id = ${person.id}`)
  provider.who = { subject: person.id, email: person.email, isEmailVerified: true }

  const browser = await startChromium({ device: desktop })
  const page = await browser.open(address)
  const question = page.getByRole('heading', { name: 'Let ‘Deck helper’ use Crier?' })
  const goOn = page.getByRole('button', { name: 'Continue with Harbour Inc.' })
  await goOn.click()
  await question.waitFor()
  expect(new URL(page.url()).pathname).toBe('/authorize')

  await house.db.run(
    sql`update sessions set proved_at = now() - interval '1 hour' where user_id = ${person.id}`,
  )
  await page.getByRole('button', { name: 'Let it in' }).click()
  await page.getByRole('button', { name: 'Sign in again' }).click()
  const asks = provider.asked
  await goOn.click()
  await question.waitFor()
  expect(provider.asked).toBe(asks + 1)
  // The way stays open where the provider refuses.
  await browser.context.clearCookies()
  provider.who = null
  await page.goto(address)
  await goOn.click()
  await page.getByText('Your identity provider sent you back without a sign-in.').waitFor()
  provider.who = { subject: person.id }
  await goOn.click()
  await question.waitFor()
  await browser.close()
})
