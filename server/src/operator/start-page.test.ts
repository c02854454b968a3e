import { expect, it } from 'vitest'
import { describeStart } from './start-page.ts'

const ready = {
  address: 'https://crier.example.org',
  guards: [],
  hasOwner: false,
  setupToken: null,
  reach: { crier: 'npm run --silent crier --', secrets: [] },
  databaseOutside: null,
  migrations: 0,
}

it('leads to a browser first, and to the command for servers without one', () => {
  const page = describeStart(ready)
  const [inBrowser, byCommand] = [page.indexOf(`\n  ${ready.address}\n`), page.indexOf('bootstrap')]
  expect(inBrowser).toBeGreaterThan(0)
  expect(byCommand).toBeGreaterThan(inBrowser)
})

it('prints an address that carries the token where one is needed, in the part that no server sees', () => {
  const page = describeStart({ ...ready, setupToken: 'secret-token' })
  expect(page).toContain(`\n  ${ready.address}/setup#token=secret-token\n`)
})

it('says nothing of the token once there is an owner', () => {
  const page = describeStart({ ...ready, hasOwner: true, setupToken: 'secret-token' })
  expect(page).not.toContain('secret-token')
})

it('says after an update how many migrations ran, and nothing of them on a first start', () => {
  const page = (hasOwner: boolean) => describeStart({ ...ready, hasOwner, migrations: 3 })
  expect(page(true)).toContain('The database was brought to this version of Crier (3 migrations).')
  expect(page(false)).not.toContain('migration')
})
