import type { Program } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { levelOf, useLevelWords } from '../../pages/authorize/levels.ts'
import { app } from '../../session/clients.ts'
import { type Session, useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { Fault } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/form.tsx'
import table from '../../ui/table.module.css'
import { toast } from '../../ui/toasts.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { LastUse, NameAndMode } from './row-parts.tsx'

/** The programs that people of the workspace let in, live and test. */
const programsQuery = ({ workspace }: Pick<Session, 'workspace'>) =>
  queryOptions({
    queryKey: [workspace.id, 'programs'],
    queryFn: async ({ signal }) => (await app.programs.list(workspace.id, { signal })).data,
  })

/** Lists the programs that sign in by OAuth, with what they may do, and ends their access. Nothing where there is none. */
export function Programs() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const { data, error, refetch } = useQuery(programsQuery({ workspace }))
  const end = useAction(async ({ id, name }: Program) => {
    await app.programs.end(workspace.id, id)
    toast({ text: t`‘${name}’ has no access any more.` })
    await refetch()
  })
  if (data === undefined)
    return error === null ? null : <Trouble error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return null
  return (
    <section className={card.stack} aria-labelledby="programs">
      <h2 id="programs">{t`Programs with access`}</h2>
      <p className={card.small}>
        {t`Somebody here let them in, in the program itself. They call themselves what they like; the host says where their access went. One whose access is ended stops at once, and what it made stays.`}
      </p>
      {end.error !== null && <Fault error={end.error} />}
      <table className={table.table} aria-labelledby="programs">
        <thead>
          <tr>
            <th scope="col">{t`Name`}</th>
            <th scope="col">{t`May`}</th>
            <th scope="col">{t`Last used`}</th>
            <th scope="col">{t`Let in by`}</th>
            <th scope="col">
              <span className="hidden-text">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((program) => (
            <ProgramRow key={program.id} of={program} onEnd={() => void end.start(program)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ProgramRow({ of: program, onEnd }: { readonly of: Program; readonly onEnd: () => void }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const levelWords = useLevelWords()
  return (
    <tr>
      <td>
        <NameAndMode name={program.name} mode={program.mode} />
        <span className={table.soft} style={{ overflowWrap: 'anywhere' }}>
          {program.is_of_machine ? t`on somebody's own device` : program.redirect_host}
        </span>
      </td>
      <td data-label={t`May:`}>{levelWords[levelOf(program.scopes)].name}</td>
      <td data-label={t`Last used:`}>
        <LastUse at={program.last_used_at} ip={program.last_used_ip} />
      </td>
      <td data-label={t`Let in by:`} style={{ overflowWrap: 'anywhere' }}>
        {program.allowed_by.email}
        <span className={card.small} style={{ display: 'block' }}>
          {format.day(program.created_at)}
        </span>
      </td>
      <td className={table.end}>
        <Button variant="subtle" color="red" onClick={onEnd}>
          {t`End access`} <span className="hidden-text">{program.name}</span>
        </Button>
      </td>
    </tr>
  )
}
