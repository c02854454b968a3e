import type { Export, Workspace } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/form.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Section, SettingsRow, SettingsRows } from '../section.tsx'

const keyOf = (workspace: string) => [workspace, 'exports']

/** Everything in the workspace as one file. */
export function Exports({ workspace }: { readonly workspace: Workspace }) {
  const { t } = useLingui()
  const proven = useProven()
  const client = useQueryClient()
  const exports = useQuery({
    queryKey: keyOf(workspace.id),
    queryFn: ({ signal }) => app.exports.list(workspace.id, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'pending') === true ? 1_500 : false,
  })
  const ask = useAction(async () => {
    await proven(() => app.exports.request(workspace.id))
    await client.invalidateQueries({ queryKey: keyOf(workspace.id) })
  })
  const all = exports.data?.data ?? []
  return (
    <Section
      title={t`Export`}
      lead={t`Posts, results, media, people and settings in one zip file, without passwords, keys and access to accounts. It is kept for seven days.`}
      actions={
        <Button variant="default" aria-disabled={ask.isBusy} onClick={() => void ask.start()}>
          {ask.isBusy ? t`Asking for it…` : t`Export everything`}
        </Button>
      }
    >
      {ask.error !== null && <Fault error={ask.error} />}
      {exports.error !== null && <Trouble error={exports.error} onRetry={() => void exports.refetch()} />}
      {all.length > 0 && (
        <SettingsRows>
          {all.map((each) => (
            <OneExport key={each.id} workspace={workspace.id} archive={each} />
          ))}
        </SettingsRows>
      )}
    </Section>
  )
}

function OneExport({ workspace, archive }: { readonly workspace: string; readonly archive: Export }) {
  const { t } = useLingui()
  const proven = useProven()
  const client = useQueryClient()
  const format = useTimeFormat()
  const words = useExportWords()
  const download = useAction(async () => {
    location.assign((await proven(() => app.exports.createUrl(workspace, archive.id))).url)
  })
  const remove = useAction(async () => {
    await app.exports.delete(workspace, archive.id)
    await client.invalidateQueries({ queryKey: keyOf(workspace) })
  })
  const name = format.moment(archive.created_at)
  const error = download.error ?? remove.error
  return (
    <SettingsRow
      name={name}
      words={
        <>
          {words(archive)}
          {error !== null && <Fault error={error} />}
        </>
      }
      actions={
        <>
          {archive.status === 'ready' && (
            <Button variant="default" aria-disabled={download.isBusy} onClick={() => void download.start()}>
              {t`Download`}
              <span className="hidden-text"> {name}</span>
            </Button>
          )}
          {archive.status !== 'pending' && (
            <Button
              variant="subtle"
              color="red"
              aria-disabled={remove.isBusy}
              onClick={() => void remove.start()}
            >
              {remove.isBusy ? t`Deleting…` : t`Delete`}
              <span className="hidden-text"> {name}</span>
            </Button>
          )}
        </>
      }
    />
  )
}

function useExportWords(): (archive: Export) => string {
  const { t, i18n } = useLingui()
  const format = useTimeFormat()
  return ({ status, size_bytes: size, missing_files: missing, expires_at: end }) => {
    if (status === 'pending') return t`Being packed. You can leave this page.`
    if (status === 'failed') return t`It could not be packed. Try again; the log of the server says why.`
    const megabytes = new Intl.NumberFormat(i18n.locale, {
      style: 'unit',
      unit: 'megabyte',
      maximumFractionDigits: 1,
    }).format(Math.max(0.1, (size ?? 0) / 1_000_000))
    const until = end === null ? '' : format.day(end)
    return missing !== null && missing > 0
      ? t`${megabytes}, kept until ${until}. ${missing} files were missing on the server.`
      : t`${megabytes}, kept until ${until}.`
  }
}
