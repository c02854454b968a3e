import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { describeConformance } from '../../conformance/describe-conformance.ts'
import { sandboxConformance } from './house.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

for (const network_class of ['key', 'expiring_key', 'two_phase', 'list', 'blind']) {
  const setUp = () => sandboxConformance(database.db, { network_class })
  describeConformance(`the sandbox of class ${network_class}`, setUp, { sideBySide: true })
}
