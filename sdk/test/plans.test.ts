import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { mediumKey, type PlanDefaults, planId, readMoment, readPlan } from '../src/plans.ts'

const place = { workspace: { id: '01a2034b-51e3-77a9-9c4e-ed55d74e0828' }, mode: 'live' } as const
const usual: PlanDefaults = { to: [], when: null }
const idsOf = (text: string, defaults = usual) =>
  readPlan(text, defaults).map((row) => (row.fault === null ? planId(place, row.identity) : row.fault.code))

test('the id of a row stays what it was, since a table may be imported again years later', () => {
  const table = [
    'text,to,at,media,alt,tag,# note,sandbox.first_comment',
    '"Grüße,\r\naus dem Hafen 🚢",@harbour,2030-03-01 09:00,"a.png\nb.png","A\nB",spring,x,"Come"',
    'Two,,2030-03-02T09:00:00Z,,,,,',
    'Again,@quay,,,,,,',
    'Again,@quay,,,,,,',
  ].join('\n')
  expect(idsOf(table, { to: ['@harbour', '@quay'], when: 'draft' })).toEqual([
    '99938c70-a349-7644-ad78-7d5a25ded5d7',
    '8ff90b80-7674-7480-8210-2dc7629efbe1',
    '75abf20e-f820-7314-aa6d-70e6b9cb0449',
    'dcc06856-ce0d-756b-aa09-dae377696cb5',
  ])
})

test('an id does not depend on the separator, the order of columns, notes, or other names of columns', () => {
  const [id] = idsOf('text,to,at\nOne,@harbour,2030-03-01 09:00\n')
  for (const table of [
    'Caption;Accounts;Scheduled at\r\nOne;@harbour;2030-03-01 09:00\r\n',
    'at\tto\t# for whom\ttext\n2030-03-01 09:00\t@harbour\tLena\tOne\n',
    '\ufefftext,to,at,media\n\nOne,@harbour,2030-03-01 09:00,\n',
  ])
    expect(idsOf(table)).toEqual([id])
})

test('a time that a spreadsheet wrote with dots is that of its plain form, and one with slashes is left to the person', () => {
  const [id] = idsOf('text,to,at\nOne,@harbour,2030-03-01 09:00\n')
  for (const at of ['01.03.2030 09:00', '1.3.2030 9:00', '01.03.2030 09:00:00', '"01.03.2030, 09:00"'])
    expect(idsOf(`text,to,at\nOne,@harbour,${at}\n`)).toEqual([id])
  expect(() => readMoment('"at"', '3/1/2030 9:00', 'UTC')).toThrow(
    '"at" is "3/1/2030 9:00"; it must be a time',
  )
})

test('every faulty row says what is wrong with it, beside the rows that are right', () => {
  const table =
    'text,to,at,draft\nA,@harbour,2030-03-01 09:00,\nB,,,yes\nC,@quay,,\n,@quay,,x\nE,@quay,,perhaps\nF,@quay,2030-03-01 09:00,yes\nA,@harbour,2030-03-01 09:00,\nH,a,b,c,d\n'
  const rows = readPlan(table, usual)
  expect(rows.map(({ line, fault }) => [line, fault?.code ?? null])).toEqual([
    [2, null],
    [3, 'no_account'],
    [4, 'no_time'],
    [5, 'no_content'],
    [6, 'not_yes_or_no'],
    [7, 'two_times'],
    [8, 'same_row'],
    [9, 'too_many_cells'],
  ])
  expect(rows[5]?.fault).toMatchObject({
    message: 'The columns "at" and "draft" exclude each other.',
    values: { one: 'at', other: 'draft' },
  })
  expect(rows[7]?.values.get('text')).toEqual(['H'])
})

test('the hash is SHA-256, also without the cryptography of Node or of a page', () => {
  for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1_000])
    expect(mediumKey('ü'.repeat(length), 3, null)).toBe(
      createHash('sha256')
        .update(`${'ü'.repeat(length)}\n3`)
        .digest('hex'),
    )
  expect(mediumKey('a', 0, 17)).toBe(createHash('sha256').update('a\n0\n17').digest('hex'))
})
