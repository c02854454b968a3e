import { useLingui } from '@lingui/react/macro'
import { serverUrl } from '../boot/boot.ts'
import card from '../ui/card.module.css'
import { CodeBlock } from '../ui/code-block.tsx'
import type { ApiOperation } from './api-document.ts'
import type { Bench } from './use-bench.ts'
import { curlOf, typeScriptOf } from './write-code.ts'

interface CodeViewProps {
  readonly operation: ApiOperation
  readonly bench: Bench
  readonly language: 'curl' | 'typescript'
}

/** Exactly what the form holds, as code that one can copy. It names a key and never holds one. */
export function CodeView({ operation, bench, language }: CodeViewProps) {
  const { t } = useLingui()
  const input = { operation, form: bench.formOf(operation), body: bench.bodyOf(operation) }
  const code = language === 'curl' ? curlOf(serverUrl, input) : typeScriptOf(serverUrl, input)
  const key = bench.mode === 'test' ? 'crier_test_…' : 'crier_live_…'
  if (code === null) return <p className={card.soft}>{t`The body is no JSON yet.`}</p>
  return (
    <>
      <CodeBlock code={code} label={language === 'curl' ? t`Code: curl` : t`Code: TypeScript`} />
      {operation.scope !== null && (
        <p className={card.small}>{t`Put your key (${key}) into CRIER_API_KEY.`}</p>
      )}
    </>
  )
}
