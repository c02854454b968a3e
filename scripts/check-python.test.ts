import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkPython } from './check-python.ts'
import { plant } from './house/plant.ts'

const file = 'sdk-python/src/crier/planted.py'
const judge = (text: string, path = file) => checkPython(plant({ [path]: text }))

test('the client for Python holds to the rules of the house', () => {
  expect(checkPython(join(import.meta.dirname, '..'))).toEqual([])
})

test('a tree without Python is told from one without faults', () => {
  expect(checkPython(plant({ 'a.ts': '' }))).toEqual(['There is no file of Python to judge.'])
})

test.each([
  ['a package', 'import requests\n', ':1 imports requests,'],
  ['a package among others', 'import os, requests.adapters as a\n', ':1 imports requests,'],
  ['a part of a package', 'from httpx import Client\n', ':1 imports httpx,'],
  ['a package inside a function', 'def get() -> None:\n    import attr\n', ':2 imports attr,'],
  ['a file of the tests in the package', 'import house\n', ':1 imports house,'],
  ['a long line', `# ${'a'.repeat(99)}\n`, ':1 is longer than 100 characters.'],
  ['a tab', 'def get():\n\tpass\n', ':2 has a tab.'],
  ['a space at the end of a line', 'a = 1 \n', ':1 has a space at its end.'],
  ['no end of the last line', 'a = 1', ':1 has no line end.'],
  ['a vague comment', 'a = 1\n# Good words.\n# What it does is good.\n', ':2 "What it does is good.'],
  ['a vague comment behind code', 'a = 1  # Whoever reads this.\n', ':1 "Whoever reads this.'],
  [
    'a vague docstring',
    'def get():\n    """Get it.\n\n    The same as before.\n    """\n',
    ':2 "The same as before.',
  ],
  ['a long file', 'a = 1\n'.repeat(401), ':402 is beyond the 400 lines'],
  [
    'a long function',
    `def get(\n    a,\n):\n${'    a = 1\n'.repeat(80)}b = 2\n`,
    ':1 begins a function of 83 lines',
  ],
])('%s is found', (_what, text, fault) => {
  expect(judge(text)).toEqual([expect.stringContaining(file + fault)])
})

test.each([
  ['an umlaut counts as one character', `# ${'ü'.repeat(98)}\n`],
  [
    'the standard library, and the package itself',
    'import os\nfrom . import a\nfrom .a import b\nfrom crier import c\n',
  ],
  ['a question', '# What is it?\n'],
  ['words in a text', 'a = "What it is. # no comment"\n'],
])('%s is allowed', (_what, text) => {
  expect(judge(text)).toEqual([])
})

test('a generated file may be long, and tests may import each other', () => {
  expect(judge('a = 1\n'.repeat(500), 'sdk-python/src/crier/_generated/models.py')).toEqual([])
  const root = plant({
    'sdk-python/tests/house.py': 'a = 1\n',
    'sdk-python/tests/test_a.py': 'import house\n',
  })
  expect(checkPython(root)).toEqual([])
})
