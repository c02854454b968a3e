import type { Person, ProgramAuthorization, ReadAuthorizationInput } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { app, type Mode } from '../../session/clients.ts'
import { FreshProof, useProven } from '../../session/fresh-proof.tsx'
import { chooseWorkspace, isAtLeast, type Membership, personQuery } from '../../session/session.ts'
import { ModeChoice } from '../../settings/api-keys/mode-choice.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { Form, useAction } from '../../ui/form.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { Note, Outside } from '../outside/outside.tsx'
import { type Level, levelsWithin, scopesOf, useLevelWords } from './levels.ts'
import { readRequest } from './read-request.ts'
import { useSettled } from './use-settled.ts'

/** Asks a person whether a program may use Crier in their name. */
export function AuthorizePage() {
  const { t } = useLingui()
  const { request: word } = useSearch({ strict: false }) as { request?: unknown }
  const request = readRequest(word)
  if (request === null)
    return (
      <Outside title={t`Nothing to agree to`}>
        <p>{t`This address is not one that a program makes. Begin again in the program.`}</p>
      </Outside>
    )
  return <Asked request={request} />
}

function Asked({ request }: { readonly request: ReadAuthorizationInput }) {
  const { t } = useLingui()
  const person = useQuery(personQuery)
  const asked = useQuery({
    queryKey: ['authorization', request],
    queryFn: ({ signal }) => app.authorizations.read(request, { signal }),
    // It says what was shown when the person agrees.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const error = person.error ?? asked.error
  if (error !== null)
    return (
      <Outside title={t`This program can't be let in`}>
        <Trouble
          error={error}
          onRetry={() => {
            void person.refetch()
            void asked.refetch()
          }}
        />
      </Outside>
    )
  if (!person.data || !asked.data) return <Waiting />
  return <Question request={request} program={asked.data} person={person.data} />
}

interface QuestionProps {
  readonly request: ReadAuthorizationInput
  readonly program: ProgramAuthorization
  readonly person: Person
}

function Question({ request, program, person }: QuestionProps) {
  const { t } = useLingui()
  const { name, fault, refusal_url: refusalUrl } = program
  const goingTo = program.is_of_machine ? t`this device` : program.redirect_host
  if (fault !== null)
    return (
      <Outside title={t`‘${name}’ can't be let in`}>
        <p>{t`It asks in a way that Crier does not answer (${fault}). It may need another version.`}</p>
        <LinkButton variant="default" href={refusalUrl}>
          {t`Back to ${goingTo}`}
        </LinkButton>
      </Outside>
    )
  const places = person.workspaces.filter((each) => each.purge_at === null && isAtLeast(each.role, 'admin'))
  return (
    <Outside title={t`Let ‘${name}’ use Crier?`} width="wide">
      <div className={card.stack}>
        <Claim program={program} />
        {places.length === 0 ? (
          <>
            <p>{t`Only admins and owners of a workspace can let programs in. Ask one of them.`}</p>
            <LinkButton variant="default" href={refusalUrl}>
              {t`Back to ${goingTo}`}
            </LinkButton>
          </>
        ) : (
          <Agreement {...{ request, program, person, places }} />
        )}
      </div>
      <FreshProof />
    </Outside>
  )
}

/** Tells what is known of the program apart from what is only its word. */
function Claim({ program }: { readonly program: ProgramAuthorization }) {
  const { t } = useLingui()
  return (
    <>
      <Note tone="brass">
        {t`It calls itself ‘${program.name}’, and nobody has checked that. Go on only if you began this yourself, just now, in a program that you trust.`}
      </Note>
      <dl className={card.stack}>
        <div>
          <dt className={card.small}>{t`Its access goes to`}</dt>
          <dd>
            <strong>
              {program.is_of_machine
                ? t({ message: 'this device', context: 'its access goes to' })
                : program.redirect_host}
            </strong>
          </dd>
        </div>
        {program.host !== null && (
          <div>
            <dt className={card.small}>{t`It is described by`}</dt>
            <dd>{program.host}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

interface AgreementProps extends QuestionProps {
  /** The workspaces in which the person may let programs in. */
  readonly places: readonly Membership[]
}

function Agreement({ request, program, person, places }: AgreementProps) {
  const { t } = useLingui()
  const proven = useProven()
  const [place, setPlace] = useState(() => firstOf(person, places))
  const [mode, setMode] = useState<Mode>(place?.has_live_accounts ? 'live' : 'test')
  const offered = levelsWithin(program.scopes)
  const [level, setLevel] = useState<Level>(offered.includes('draft') ? 'draft' : 'read')
  const isSettled = useSettled()
  const agree = useAction(async () => {
    const agreement = { ...request, mode, scopes: scopesOf[level] }
    const { url } = await proven(() => app.programs.allow(place?.id ?? '', agreement))
    location.assign(url)
  })
  return (
    <Form
      onSubmit={() => void (isSettled && agree.start())}
      error={agree.error}
      actions={
        <>
          <Button type="submit" aria-disabled={agree.isBusy || !isSettled}>
            {agree.isBusy ? t`Letting it in…` : t`Let it in`}
          </Button>
          <LinkButton variant="default" href={program.refusal_url}>
            {t`Refuse`}
          </LinkButton>
        </>
      }
    >
      <NativeSelect
        label={t`Workspace`}
        value={place?.id}
        onChange={(event) => setPlace(places.find(({ id }) => id === event.currentTarget.value))}
        data={places.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ModeChoice mode={mode} onChange={setMode} />
      <LevelChoice level={level} offered={offered} onChange={setLevel} />
      <p className={card.soft}>
        {t`It never does more than you may, and its access ends when you leave the workspace, when it keeps away for 60 days, or when you end it under Settings, API keys.`}
      </p>
    </Form>
  )
}

function firstOf(person: Person, places: readonly Membership[]): Membership | undefined {
  const usual = chooseWorkspace(person)
  return places.find(({ id }) => id === usual?.id) ?? places[0]
}

interface LevelChoiceProps {
  readonly level: Level
  readonly offered: readonly Level[]
  readonly onChange: (next: Level) => void
}

function LevelChoice({ level, offered, onChange }: LevelChoiceProps) {
  const { t } = useLingui()
  const levelWords = useLevelWords()
  return (
    <fieldset className={card.choices}>
      <legend className={card.legend}>{t`What it may do`}</legend>
      {offered.map((each) => (
        <label key={each} className={card.choice}>
          <input type="radio" name="level" checked={each === level} onChange={() => onChange(each)} />
          <span>
            {levelWords[each].name}
            <span>{levelWords[each].words}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
