import Type from 'typebox'
import { expect, test } from 'vitest'
import { speechIn } from '../../words/speech.ts'
import { readSchemaForm, schemaForm } from './schema-form.ts'

const schema = Type.Object({
  handle: Type.String({ title: 'Handle', description: 'Without @.', maxLength: 30 }),
  password: Type.String({ format: 'password' }),
  app_password: Type.Optional(Type.String()),
  server: Type.Optional(Type.String({ default: 'https://example.org' })),
  port: Type.Optional(Type.Integer()),
  kind: Type.Optional(Type.Union([Type.Literal('page', { title: 'A page' }), Type.Literal('group')])),
  visibility: Type.Optional(Type.Enum(['public', 'unlisted'])),
  quiet: Type.Optional(Type.Boolean()),
  list: Type.Optional(Type.Array(Type.String())),
})
const english = speechIn('en')
const markup = (...given: Parameters<typeof schemaForm>) => schemaForm(...given).markup.replace(/\s+/g, ' ')

test('shows a label, a hint and a field of the right kind for each member', () => {
  const shown = markup(english, schema, null, [])
  for (const part of [
    '<label for="handle">Handle</label>',
    'maxlength="30" id="handle" name="handle" aria-describedby="handle-hint" required>',
    '<span class="soft" id="handle-hint">Without @.</span>',
    '<input type="password"',
    '<label for="app_password">App password</label>',
    '<input type="text" value="https://example.org"',
    '<option value="page">A page</option><option value="group">Group</option>',
    '<option value="public">public</option>',
    '<input type="checkbox" id="quiet" name="quiet">',
  ])
    expect(shown).toContain(part)
  expect(shown).not.toContain('name="list"')
})

test('folds away what may be left out, unless something is wrong with it', () => {
  expect(markup(english, schema, null, [])).toMatch(/name="password".*<details><summary>.*name="server"/)
  const fault = { pointer: '/fields/port', code: 'wrong_type', detail: 'This must be a whole number.' }
  const shown = markup(english, schema, { port: '<x>' }, [fault])
  expect(shown).toContain('<details open>')
  expect(shown).toMatch(/value="&#60;x&#62;"[^>]* aria-describedby="port-fault" aria-invalid="true">/)
  expect(shown).toContain('<span class="fault" id="port-fault">This must be a whole number.</span>')
})

test('shows what was filled in again, except a secret', () => {
  const shown = markup(english, schema, { handle: 'ada', password: 'hidden', kind: 'group', quiet: true }, [])
  expect(shown).toContain('value="ada"')
  expect(shown).toContain('<option value="group" selected>')
  expect(shown).toContain('name="quiet" checked>')
  expect(shown).not.toContain('hidden')
})

test('reads each member as its type, and leaves out what is empty or unknown', () => {
  const read = (text: string) => readSchemaForm(schema, new URLSearchParams(text))
  expect(read('handle=+ada+&password=+p+&port=8080&quiet=on&server=&other=x&__proto__=y')).toEqual({
    handle: 'ada',
    password: ' p ',
    port: 8080,
    quiet: true,
  })
  expect(read('port=many')).toEqual({ port: 'many', quiet: false })
})

test('says all of it in the language of the person, and marks what stays English', () => {
  const known = Type.Object({
    app_password: Type.String({ description: 'Words that nobody has translated.' }),
    server: Type.Optional(Type.String()),
  })
  const fault = { pointer: '/fields/server', code: 'too_short', detail: 'This must not be empty.' }
  const shown = markup(speechIn('de'), known, null, [fault])
  for (const part of [
    '<label for="app_password">App-Passwort</label>',
    '<span class="soft" id="app_password-hint"><span lang="en">Words that nobody has translated.</span></span>',
    '<summary>Weitere Einstellungen</summary>',
    '<span class="fault" id="server-fault">Das darf nicht leer sein.</span>',
  ])
    expect(shown).toContain(part)
})
