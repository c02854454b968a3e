import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import card from '../ui/card.module.css'
import { CodeBlock } from '../ui/code-block.tsx'
import { Tabs } from '../ui/tabs.tsx'

const typescript = `import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.CRIER_WEBHOOK_SECRET)

// body: the text of the request as it came, before it is parsed.
// It throws unless the request is from us.
const event = webhook.verify(body, headers)
if (event.type === 'post.posted') console.log(event.data)
// Answer 2xx within 15 seconds, and do the work afterwards.`

const python = `import os
from standardwebhooks import Webhook

# body: the bytes of the request as they came.
# It raises unless the request is from us.
event = Webhook(os.environ["CRIER_WEBHOOK_SECRET"]).verify(body, headers)
if event["type"] == "post.posted":
    print(event["data"])
# Answer 2xx within 15 seconds, and do the work afterwards.`

const languages = { typescript, python } as const
type Language = keyof typeof languages

/** Code that verifies what arrives, in the languages that most receivers are written in. */
export function Snippets() {
  const { t } = useLingui()
  const [language, setLanguage] = useState<Language>('typescript')
  return (
    <div className={card.stack}>
      <Tabs
        label={t`Language`}
        tabs={[
          { id: 'typescript', label: 'TypeScript' },
          { id: 'python', label: 'Python' },
        ]}
        current={language}
        onChange={setLanguage}
      >
        <CodeBlock code={languages[language]} label={t`Code that verifies a webhook`} />
      </Tabs>
    </div>
  )
}
