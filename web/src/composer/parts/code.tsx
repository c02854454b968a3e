import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { serverUrl } from '../../boot/boot.ts'
import { writePostByCommand } from '../../snippets/write-command.ts'
import { writeCurl } from '../../snippets/write-curl.ts'
import { writeTypeScript } from '../../snippets/write-typescript.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { useLater } from '../../ui/use-later.ts'
import { requestOf } from '../content.ts'
import { useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'
import styles from './parts.module.css'

const languages = {
  curl: { name: 'curl', write: writePostByCurl },
  typescript: {
    name: 'TypeScript',
    write: (body: object) => writeTypeScript(serverUrl, 'createPost', { body }) ?? '',
  },
  cli: { name: 'CLI', write: writePostByCommand },
} as const

/** The call in a language that one can copy. */
export function Code() {
  const { t } = useLingui()
  const desk = useDesk()
  const content = useLater(useSlice(desk.content, (each) => each))
  const [language, setLanguage] = useState<keyof typeof languages>('curl')
  const [copied, setCopied] = useState<string | null>(null)
  const { when } = content
  const { scheduled_at: at, ...request } = requestOf(content, desk.places.read())
  const timed = when.kind === 'queue' ? { use_queue: true } : at === null ? {} : { scheduled_at: at }
  const body = withoutUsual({ ...request, ...timed })
  const key = desk.session.mode === 'test' ? 'crier_test_…' : 'crier_live_…'
  const code = languages[language].write(body)
  return (
    <div className={styles.code}>
      <div role="group" aria-label={t`Language of the code`} className={styles.languages}>
        {(Object.keys(languages) as (keyof typeof languages)[]).map((each) => (
          <button
            key={each}
            type="button"
            className={styles.language}
            aria-pressed={language === each}
            onClick={() => setLanguage(each)}
          >
            {languages[each].name}
          </button>
        ))}
        <Button
          variant="subtle"
          onClick={() => void copyText(code).then((isCopied) => isCopied && setCopied(code))}
        >
          {copied === code ? t`Copied` : t`Copy`}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reached by keys. */}
      <pre className={styles.lines} role="region" tabIndex={0} aria-label={t`Code`}>
        {code}
      </pre>
      <p className={styles.quiet}>{t`Put your key (${key}) into CRIER_API_KEY.`}</p>
    </div>
  )
}

function writePostByCurl(body: object): string {
  return writeCurl({ method: 'POST', url: `${serverUrl}/v1/posts`, body: JSON.stringify(body, null, 2) })
}

/** Leaves out what a request need not say. */
function withoutUsual(body: Record<string, unknown>): Record<string, unknown> {
  const usual: Readonly<Record<string, unknown>> = { late_policy: 'publish_24h', processing_enabled: true }
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) =>
        value !== null && usual[name] !== value && !(Array.isArray(value) && value.length === 0),
    ),
  )
}
