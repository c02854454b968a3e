import { expect, test } from 'vitest'
import { writeCurl } from './write-curl.ts'
import { writeTypeScript } from './write-typescript.ts'

const url = 'https://crier.example.org'

test('curl gets the key from the environment, and a body as it was written', () => {
  const body = '{"caption": "It\'s $HOME"}'
  expect(writeCurl({ method: 'POST', url: `${url}/v1/posts`, body })).toBe(
    `curl https://crier.example.org/v1/posts \\
  -H "Authorization: Bearer $CRIER_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"caption": "It'\\''s $HOME"}'`,
  )
})

test('curl names the method where it would take another, and quotes what a shell would read', () => {
  expect(writeCurl({ method: 'DELETE', url: `${url}/v1/posts/1`, headers: { 'If-Match': '"a"' } })).toBe(
    `curl -X DELETE https://crier.example.org/v1/posts/1 \\
  -H "Authorization: Bearer $CRIER_API_KEY" \\
  -H 'If-Match: "a"'`,
  )
  expect(writeCurl({ method: 'POST', url: `${url}/v1/a` })).toContain('curl -X POST ')
  expect(writeCurl({ method: 'GET', url: `${url}/v1/a?b=1&c=2` })).toContain(`'${url}/v1/a?b=1&c=2'`)
})

test('curl follows a stream, saves a file and asks for no key where anybody may read', () => {
  expect(writeCurl({ method: 'GET', url: `${url}/a`, isStream: true })).toContain('curl -N ')
  expect(writeCurl({ method: 'GET', url: `${url}/a`, isPublic: true, file: 'a.webp' })).toBe(
    `curl ${url}/a \\\n  -o 'a.webp'`,
  )
  expect(writeCurl({ method: 'HEAD', url: `${url}/a`, isPublic: true })).toBe(`curl -I ${url}/a`)
})

test('the SDK is called with everything in its place, and nothing that is empty at the end', () => {
  const call = (operation: string, input = {}) =>
    writeTypeScript(url, operation, input)?.split('\n').slice(6).join('\n')
  expect(call('getPost', { params: { id: '1' } })).toBe(
    "const answer = await crier.posts.get('1')\nconsole.log(answer)",
  )
  expect(call('listPosts', { query: { limit: 5, status: ['draft'] } })).toContain(
    "crier.posts.list({\n  limit: 5,\n  status: [\n    'draft',\n  ],\n}).page()",
  )
  expect(call('createPost', { body: { 'a-b': "it's" }, options: { idempotencyKey: 'k' } })).toContain(
    "crier.posts.create({\n  'a-b': \"it's\",\n}, {\n  idempotencyKey: 'k',\n})",
  )
  expect(call('deletePost', { params: { id: '1' }, options: { ifMatch: 'e' } })).toContain(
    "crier.posts.delete('1', {}, {",
  )
  expect(
    call('listEvents', { isStream: true, query: { cursor: 'c', limit: 5, type: ['post.posted'] } }),
  ).toBe(
    "for await (const event of crier.events.stream({\n  type: [\n    'post.posted',\n  ],\n  lastEventId: 'c',\n})) console.log(event)",
  )
  expect(writeTypeScript(url, 'uploadMedia', {})).toBeNull()
})
