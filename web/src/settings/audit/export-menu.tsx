import type { ListAuditLogQuery } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { serverUrl } from '../../boot/boot.ts'
import type { Session } from '../../session/session.ts'
import { type Command, useCommands } from '../../shell/commands.ts'
import { Button } from '../../ui/button.tsx'
import type { Action } from '../../ui/form.tsx'
import { Menu, type MenuAction } from '../../ui/menu.tsx'

export type ExportFormat = 'csv' | 'ndjson'

interface ExportMenuProps {
  readonly isFiltered: boolean
  readonly action: Action<[ExportFormat]>
}

/** A button for the entries that match as a file, in one of two formats. */
export function ExportMenu({ isFiltered, action: { isBusy, start } }: ExportMenuProps) {
  const { t } = useLingui()
  const [button, setButton] = useState<HTMLElement | null>(null)
  const actions: readonly MenuAction[] = [
    {
      part: isFiltered ? t`Entries that match` : t`All entries`,
      label: t`CSV, for spreadsheets`,
      run: () => void start('csv'),
    },
    { label: t`NDJSON, for programs`, run: () => void start('ndjson') },
  ]
  useExportCommands(start)
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="menu"
        aria-expanded={button !== null}
        aria-disabled={isBusy}
        leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
        onClick={(event) => setButton(button === null ? event.currentTarget : null)}
      >
        {t`Export`}
      </Button>
      {button !== null && (
        <Menu button={button} label={t`Export`} actions={actions} onClose={() => setButton(null)} />
      )}
    </>
  )
}

function useExportCommands(start: (format: ExportFormat) => Promise<boolean>): void {
  const { t } = useLingui()
  const latest = useRef(start)
  useEffect(() => {
    latest.current = start
  })
  const commands = useMemo((): readonly Command[] => {
    const command = (format: ExportFormat, label: string) => ({
      id: `export-audit-${format}`,
      label,
      run: () => void latest.current(format),
    })
    return [
      command('csv', t`Export the audit log as CSV`),
      command('ndjson', t`Export the audit log as NDJSON`),
    ]
  }, [t])
  useCommands(commands)
}

/**
 * Has the browser download the entries that match, which the server streams to the disk. One entry is asked for before:
 * a download can't say to a person why it was refused, and that answer can.
 */
export async function downloadEntries(
  { api, workspace, mode }: Session,
  query: ListAuditLogQuery,
  format: ExportFormat,
): Promise<void> {
  await api.auditLog.list({ ...query, limit: 1 }).page()
  const search = new URLSearchParams({ ...toText(query), format, workspace: workspace.id, mode })
  const link = document.createElement('a')
  link.href = `${serverUrl}/v1/audit-log/export?${search}`
  link.download = `audit-log.${format}`
  link.click()
}

function toText(query: ListAuditLogQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}
