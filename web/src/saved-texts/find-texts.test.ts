import type { SavedText } from '@crier/sdk'
import { expect, test } from 'vitest'
import { findTexts } from './find-texts.ts'

const made = (name: string, text: string, platforms: string[] = []): SavedText => ({
  id: name,
  name,
  text,
  platforms,
  created_at: '2026-03-01T08:00:00.000Z',
  updated_at: '2026-03-01T08:00:00.000Z',
})
const texts = [
  made('Signature', '— Anna'),
  made('Grüße', 'Viele Grüße aus dem Hafen'),
  made('Hashtags 10', '#ten'),
  made('Hashtags 9', '#nine', ['alpha']),
  made('Legal line', 'Advertisement', ['beta']),
]
const names = (words: string, more: { platforms?: string[]; inTexts?: boolean } = {}) =>
  findTexts({ texts, words, platforms: [], inTexts: false, locale: 'en', ...more }).map(({ name }) => name)

test('all of them by name, where nothing is typed', () => {
  expect(names('')).toEqual(['Grüße', 'Hashtags 9', 'Hashtags 10', 'Legal line', 'Signature'])
})

test('the texts for the networks that one writes for come first, and no text is missing', () => {
  expect(names('', { platforms: ['alpha'] })).toEqual([
    'Hashtags 9',
    'Grüße',
    'Hashtags 10',
    'Signature',
    'Legal line',
  ])
  expect(names('legal', { platforms: ['alpha'] })).toEqual(['Legal line'])
})

test('names are found by the beginnings of their words, whatever the case and the accents', () => {
  expect(names('GRU')).toEqual(['Grüße'])
  expect(names('line')).toEqual(['Legal line'])
  expect(names('legal l')).toEqual(['Legal line'])
  expect(names('hashtags')).toEqual(['Hashtags 9', 'Hashtags 10'])
  expect(names('ags')).toEqual([])
})

test('what the texts say is found only where that is asked for, below the names', () => {
  expect(names('a', { inTexts: true })).toEqual([
    'Hashtags 9',
    'Hashtags 10',
    'Legal line',
    'Signature',
    'Grüße',
  ])
  expect(names('#nine')).toEqual([])
  expect(names('#nine', { inTexts: true })).toEqual(['Hashtags 9'])
})
