import { expect, test } from 'vitest'
import { plant } from './house/plant.ts'
import { findHiddenMailWords, findMailWords } from './page-words.ts'
import { findServerSentences } from './server-sentences.ts'

const speaking = "import type { Speech } from '../words/speech.ts'\n"
const letter = `${speaking}export const letter = ({ text }: Speech, name: string, isNew: boolean) => [
  text('Your boat {name} is ready', { name }),
  text('{name} · {name}', { name }),
  isNew ? text('Come and see it.') : text(name),
]
export const further = (speech: Speech) => speech.text('Come again.')
`

test('the words of mails are found wherever one is written, but for what is nothing but its parts', () => {
  const root = plant({
    'server/src/boats/letter.ts': letter,
    'server/src/boats/letter.test.ts': `${speaking}export const tried = (speech: Speech) => speech.text('Not these.')\n`,
    'server/src/http/pages/boat-page.ts': `${speaking}export const page = (speech: Speech) => speech.text('Nor these.')\n`,
    'server/src/boats/silent.ts': "export const text = (words: string) => words\ntext('Nor these either.')\n",
  })
  expect(findMailWords(root)).toEqual(['Come again.', 'Come and see it.', 'Your boat {name} is ready'])
  expect(findHiddenMailWords(root)).toEqual(['boats/letter.ts: text(name)'])
})

test('the sentences of notifications are found, also in a title, whose other words are those of documents', () => {
  const root = plant({
    'server/src/notifications/describe.ts': `import { sentence, word } from '../lib/text/sentence.ts'
export const told = (post: string) => ({
  title: post ? sentence('Sunk: {post}', { post }) : word('a boat without a name'),
  details: ['It lies in the harbour.'],
})
export const schema = { title: 'This Is The Title Of A Schema.' }
`,
  })
  expect([...findServerSentences(root, ['notifications'])]).toEqual([
    ['Sunk: {post}', 'notifications/describe.ts'],
    ['a boat without a name', 'notifications/describe.ts'],
    ['It lies in the harbour.', 'notifications/describe.ts'],
  ])
})
