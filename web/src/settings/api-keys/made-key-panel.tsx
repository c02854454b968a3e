import { useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { serverUrl } from '../../boot/boot.ts'
import { app } from '../../session/clients.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/form.tsx'
import { saveFile } from '../../ui/save-file.ts'
import styles from './made-key-panel.module.css'
import type { FreshKey } from './new-key-form.tsx'

interface MadeKeyPanelProps {
  readonly made: FreshKey
  /** Takes the key out of the page. */
  readonly onDone: () => void
}

/** Shows a new key, the one time that it can be seen. The key is nowhere but in this part of the page. */
export function MadeKeyPanel({ made, onDone }: MadeKeyPanelProps) {
  const { t } = useLingui()
  const [isKept, setKept] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const leaving = useBlocker({
    shouldBlockFn: () => !isKept,
    enableBeforeUnload: () => !isKept,
    withResolver: true,
  })
  const curl = `curl ${serverUrl}/v1/me -H "Authorization: Bearer ${made.key}"`
  return (
    <section className={card.card} aria-labelledby="made-key">
      <h2 id="made-key" ref={heading} tabIndex={-1}>
        {t`Copy your key now.`}
      </h2>
      <p>
        {t`This is the only time it can be seen. We keep only a fingerprint of it, so nobody, we included, can show it again.`}
      </p>
      <div className={styles.key}>
        <input
          className={styles.field}
          readOnly
          aria-label={t`The key ‘${made.name}’`}
          value={made.key}
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
          onCopy={() => setKept(true)}
        />
        <CopyButton text={made.key} what={t`the key`} variant="filled" onCopied={() => setKept(true)} />
        <Button
          variant="default"
          onClick={() => {
            save(made)
            setKept(true)
          }}
        >
          {t`Save as .env`}
        </Button>
      </div>
      <div className={card.stack}>
        <p className={card.soft}>{t`Try it: this line answers with the name of the key.`}</p>
        <CodeBlock code={curl} label={t`A line for your terminal`} wraps onCopied={() => setKept(true)} />
      </div>
      <details className={card.fold}>
        <summary>{t`Use it with an agent`}</summary>
        <div className={card.stack}>
          <p
            className={card.soft}
          >{t`Programs that speak MCP, the Model Context Protocol, read their settings from lines like these.`}</p>
          <CodeBlock
            code={agentSettings(made)}
            label={t`Settings for an agent`}
            onCopied={() => setKept(true)}
          />
        </div>
      </details>
      <div className={card.row}>
        <Button variant="default" onClick={() => (isKept ? onDone() : setAsking(true))}>
          {t`I've stored it`}
        </Button>
      </div>
      <UnkeptDialog
        made={made}
        isOpen={isAsking || leaving.status === 'blocked'}
        onBack={() => {
          setAsking(false)
          leaving.reset?.()
        }}
        onRevoked={() => {
          setKept(true)
          if (leaving.status === 'blocked') leaving.proceed()
          else onDone()
        }}
      />
    </section>
  )
}

interface UnkeptDialogProps {
  readonly made: FreshKey
  readonly isOpen: boolean
  readonly onBack: () => void
  readonly onRevoked: () => void
}

/** Asks before a key that nobody copied is lost. */
function UnkeptDialog({ made, isOpen, onBack, onRevoked }: UnkeptDialogProps) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const revoking = useAction(async () => {
    await app.keys.revoke(workspace.id, made.id)
    onRevoked()
  })
  return (
    <Dialog isOpen={isOpen} onClose={onBack} title={t`You haven't copied it.`}>
      <p>{t`Without it this key is useless.`}</p>
      {revoking.error !== null && <Fault error={revoking.error} />}
      <DialogActions>
        <Button variant="default" onClick={onBack} data-autofocus>
          {t`Go back`}
        </Button>
        <Button color="red" aria-disabled={revoking.isBusy} onClick={() => void revoking.start()}>
          {revoking.isBusy ? t`Revoking it…` : t`Close and revoke it`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Has the browser save a file for programs that read their settings from one. */
function save({ key }: FreshKey): void {
  saveFile('crier.env', `CRIER_URL=${serverUrl}\nCRIER_API_KEY=${key}\n`)
}

/** The settings of a program that leads an agent, as most of them read it. */
function agentSettings({ key }: FreshKey): string {
  const headers = { Authorization: `Bearer ${key}` }
  const crier = { type: 'http', url: new URL('mcp', `${serverUrl}/`).href, headers }
  return JSON.stringify({ mcpServers: { crier } }, null, 2)
}
