import { expect, test } from 'vitest'
import { makeKey } from '../api-keys/key-form.ts'
import { redact, redactUrl } from './log.ts'

test.each([
  ['as it is', (key: string) => key],
  ['with its first letter encoded', (key: string) => key.replace('c', '%63')],
  ['with its underscores encoded', (key: string) => key.replaceAll('_', '%5f')],
  ['encoded twice', (key: string) => key.replaceAll('_', '%255F')],
  [
    'encoded letter by letter',
    (key: string) => key.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`),
  ],
])('a key in a path is never shown, %s', (_how, spell) => {
  expect(redactUrl(`/v1/posts/${spell(makeKey('test'))}`)).toBe('/v1/posts/[redacted]')
})

test.each(['/v1/posts/%E2%82%AC', '/v1/posts/%zz%', '/v1/posts/a%20b', '/v1/posts/%2525'])(
  'a path without a secret is shown as it was sent: %s',
  (path) => {
    expect(redactUrl(path)).toBe(path)
  },
)

test.each([
  [
    'POST https://api.example/bot110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw8/send failed',
    'POST https://api.example/bot[redacted]/send failed',
  ],
  ['110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw8', '[redacted]'],
  ['Bot MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs failed', 'Bot [redacted] failed'],
  [
    'POST /api/v10/webhooks/223704706495545344/3d89Bb7572e0fb30d812-8367b3b1b44fecd_1726?wait=true',
    'POST /api/v10/webhooks/223704706495545344/[redacted]?wait=true',
  ],
  [
    'files at cdn.example.org and at one.longer-name.example',
    'files at cdn.example.org and at one.longer-name.example',
  ],
  ['sent with xoxb-1111111111-2222222222-abcdefghij', 'sent with [redacted]'],
  ['"xoxe.xoxb-1-abcdefghij" and xoxe-1-abcdefghij', '"[redacted]" and [redacted]'],
  ['with rk_live_0123456789 or sk_test_0123456789', 'with [redacted] or [redacted]'],
  ['a box-shaped xoxb- of nothing', 'a box-shaped xoxb- of nothing'],
  ['by nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5', 'by [redacted]'],
  ['it begins with nsec1', 'it begins with nsec1'],
  ['at 12:30:45, from 127.0.0.1:47470', 'at 12:30:45, from 127.0.0.1:47470'],
])('the token of a bot or a webhook is never shown: %s', (text, clean) => {
  expect(redact(text)).toBe(clean)
})

test.each([
  ['authorization: Basic YW5uYTpzZWNyZXQtb2YtYW5uYQ== was refused', 'authorization: [redacted] was refused'],
  ['A Basic plan has no such thing', 'A Basic plan has no such thing'],
  ['Basic authentication or Basic Authentication', 'Basic authentication or Basic Authentication'],
])('a name with its password is never shown: %s', (text, clean) => {
  expect(redact(text)).toBe(clean)
})
