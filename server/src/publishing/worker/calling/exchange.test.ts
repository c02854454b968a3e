import { expect, test } from 'vitest'
import { createExchangeLog } from './exchange.ts'

test('a text with a medium in it is shown with the place of the medium, without its bytes', () => {
  const log = createExchangeLog()
  const pieces = ['{"data":"', { base64: { mediaId: 'a-picture', start: 0, end: 20 } }, '"}']
  log.note({ method: 'POST', url: 'https://network.example/posts', body: { pieces } }, null)
  expect(log.describe()?.request_body).toBe('{"data":"(bytes 0 to 20 of the file a-picture) in base64"}')
})

test('a text with a credential in it is shown without the credential', () => {
  const log = createExchangeLog()
  const pieces = ['{"signer":"', { credential: 'signer' }, '","text":"Hello"}']
  log.note({ method: 'POST', url: 'https://network.example/posts', body: { pieces } }, null)
  expect(log.describe()?.request_body).toBe('{"signer":"[secret]","text":"Hello"}')
})
