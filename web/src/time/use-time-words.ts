import { useLingui } from '@lingui/react'
import { useRef, useState } from 'react'
import { useTimeFormat } from './format.ts'
import { loadReader, type Reader, type ReadTime, readWords } from './read-words.ts'
import { nowAtServer } from './server-clock.ts'

/** A time that is said in words, as far as it is read. */
export interface TimeWords {
  readonly words: string
  /** True once the words are read and name no time. */
  readonly isUnknown: boolean
  /** True where words cannot be read, because the code for that could not be loaded. */
  readonly isUnread: boolean
  /** Loads what reads words, before they are there. */
  readonly load: () => void
  readonly write: (words: string) => void
  /** Resolves when the last words are read; false where they name no time. */
  readonly settled: () => Promise<boolean>
}

/** Reads words by the clock of the workspace while they are typed. The code that reads them comes with the first of them. */
export function useTimeWords(usual: string, onRead: (time: ReadTime) => void): TimeWords {
  const { i18n } = useLingui()
  const { zone } = useTimeFormat()
  const reader = useRef<Promise<Reader> | null>(null)
  const reading = useRef<Promise<boolean>>(Promise.resolve(true))
  const latest = useRef('')
  const [words, setWords] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  const [isUnread, setUnread] = useState(false)
  const load = () => {
    const regional = navigator.languages.find((each) => each.startsWith(i18n.locale)) ?? i18n.locale
    reader.current ??= loadReader(regional)
    return reader.current
  }
  const tryToRead = async (text: string): Promise<ReadTime | null> => {
    try {
      const found = readWords(await load(), text, { zone, now: nowAtServer(), usual })
      setUnread(false)
      return found
    } catch (error) {
      console.warn('Words cannot be read now.', error)
      reader.current = null
      setUnread(true)
      return null
    }
  }
  const read = async (text: string): Promise<boolean> => {
    const isEmpty = text.trim() === ''
    const found = isEmpty ? null : await tryToRead(text)
    // Words that were typed meanwhile are read by themselves.
    if (text !== latest.current) return reading.current
    setUnknown(found === null && !isEmpty)
    if (found !== null) onRead(found)
    return found !== null || isEmpty
  }
  return {
    words,
    isUnknown,
    isUnread,
    // Code that cannot be loaded now is told of once it is needed.
    load: () => void load().catch(() => undefined),
    write: (text) => {
      setWords(text)
      latest.current = text
      reading.current = read(text)
    },
    settled: () => reading.current,
  }
}
