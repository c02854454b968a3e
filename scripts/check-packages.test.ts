import { expect, test } from 'vitest'
import { checkPackages } from './check-packages.ts'

const component = (name: string, license: object) => ({
  name,
  version: '1.0.0',
  purl: `pkg:npm/${name}@1.0.0`,
  licenses: [license],
})
const sound = [
  component('one', { license: { id: 'MIT' } }),
  component('two', { expression: 'Apache-2.0 AND LGPL-3.0-or-later' }),
  component('three', { expression: '(GPL-3.0-only OR MIT)' }),
]
const bill = (components: unknown) => ({ bomFormat: 'CycloneDX', specVersion: '1.5', components })
const none = { message: '405 Method Not Allowed', statusCode: 405 }
const judge = (sbom: unknown, audit: unknown = none) =>
  checkPackages((word) => (word === 'sbom' ? sbom : audit))

test('sound packages are counted, and an audit that the registry does not offer fails nothing', () => {
  expect(judge(bill(sound))).toEqual({
    problems: [],
    told: '3 packages, all with allowed licenses; audit skipped: the registry offers none',
  })
  expect(judge(bill(sound), null).problems).toEqual([])
})

test.each([
  ['a license that is not on the list', { license: { id: 'AGPL-3.0-only' } }],
  ['one of several that must all hold', { expression: 'MIT AND SSPL-1.0' }],
  ['a license of its own', { license: { name: 'Custom' } }],
  ['none', {}],
])('a package with %s is refused', (_what, license) => {
  const { problems } = judge(bill([...sound, component('wrong', license)]))
  expect(problems).toEqual([expect.stringContaining('wrong@1.0.0 has the license')])
})

test.each([
  ['nothing', null],
  ['another form', { spdxVersion: 'SPDX-2.3' }],
  ['no packages', bill([])],
])('a bill of materials that is %s is refused', (_what, sbom) => {
  expect(judge(sbom).problems).toEqual(['npm sbom made no bill of materials.'])
})

test('a package that the bill does not name is refused', () => {
  expect(judge(bill([{ ...sound[0], purl: undefined }])).problems).toHaveLength(1)
})

test('grave weaknesses fail, others are counted', () => {
  const found = (severity: string) => ({
    auditReportVersion: 2,
    vulnerabilities: { undici: { severity }, other: { severity: 'low' } },
  })
  expect(judge(bill(sound), found('moderate'))).toMatchObject({
    problems: [],
    told: expect.stringContaining('audit: 2 with a known weakness'),
  })
  expect(judge(bill(sound), found('high')).problems).toEqual(['undici has a known weakness (high).'])
})
