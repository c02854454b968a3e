import { ApiError, type PostResult } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { measureText } from '../../composer/counting/counting.ts'
import { Counter } from '../../composer/editor/counter.tsx'
import { type NamedAccount, useNamedAccounts } from '../../data/accounts.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { sayProblem } from '../../ui/say-problem.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useUnsaved } from '../../ui/use-unsaved.tsx'
import styles from './post.module.css'

interface CorrectDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly result: PostResult
  /** The results of the post, this one among them. */
  readonly all: readonly PostResult[]
  /** The part of the result; 0 is the post itself. */
  readonly part: number
  /** The words that are public now. */
  readonly text: string
}

/** Asks for the words that are to be public from now on, on one account or on all where the same ones stand. */
export function CorrectDialog(props: CorrectDialogProps) {
  const { t } = useLingui()
  const [isChanged, setChanged] = useState(false)
  const { close, question } = useUnsaved(props.isOpen && isChanged, props.onClose)
  return (
    <Dialog isOpen={props.isOpen} onClose={close} title={t`Correct the text`} width="wide">
      <CorrectForm {...props} onChange={setChanged} />
      {question}
    </Dialog>
  )
}

/** A result with its account and network. */
interface NamedResult {
  readonly result: PostResult
  readonly named: NamedAccount
}

/** The answer of the server for an account that it refused. */
interface Refusal {
  readonly place: NamedResult
  readonly sentence: string
}

interface CorrectFormProps extends CorrectDialogProps {
  /** Called with whether something was changed that is saved nowhere. */
  readonly onChange: (isChanged: boolean) => void
}

function CorrectForm({ onClose, onChange, result, all, part, text: before }: CorrectFormProps) {
  const { t } = useLingui()
  const { alike, fixed } = usePlaces(result, all, part)
  const [text, setText] = useState(before)
  const [options, setOptions] = useState<Readonly<Record<string, string>>>({})
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = alike.filter((each) => !left.has(each.result.id))
  const counts = useCounts(chosen, text)
  const asking = useAsking({ part, onDone: onClose })
  const isTooLong = counts.some((each) => each.left < 0)
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value.trim() !== ''))
  const isSame = text === before && Object.keys(given).length === 0
  const isUnsaved = !isSame && !asking.isPending
  useEffect(() => onChange(isUnsaved), [isUnsaved, onChange])
  const isIdle = isSame || isTooLong || chosen.length === 0 || asking.isPending
  return (
    <div className={styles.answers}>
      <p className={styles.words}>
        {t`The words change where they are public. Pictures, comments and likes stay as they are.`}
      </p>
      <Textarea
        label={t`Text`}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rows={7}
        dir="auto"
        data-autofocus
      />
      {counts.length > 0 && <Counter counts={counts} />}
      {part === 0 && (
        <OptionFields
          places={chosen}
          values={options}
          onChange={(name, value) => setOptions({ ...options, [name]: value })}
        />
      )}
      {alike.length > 1 && (
        <PlaceChoice
          places={alike}
          left={left}
          onToggle={(id) =>
            setLeft(new Set(left.has(id) ? [...left].filter((one) => one !== id) : [...left, id]))
          }
        />
      )}
      {fixed.length > 0 && <FixedPlaces places={fixed} />}
      <Refusals refusals={asking.data ?? []} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t`Keep it`}
        </Button>
        <Button
          aria-disabled={isIdle}
          onClick={() => !isIdle && asking.mutate({ places: chosen, text, options: given })}
        >
          {asking.isPending ? t`Asking…` : wordsFor(chosen.length)}
        </Button>
      </DialogActions>
    </div>
  )

  function wordsFor(count: number): string {
    if (count === 0) return t`Choose an account first`
    if (isSame) return t`Change the text first`
    if (alike.length === 1) return t`Correct`
    return plural(count, { one: 'Correct on # account', other: 'Correct on # accounts' })
  }
}

/** The public results with these same words that can be corrected, this one first, and those that cannot. */
function usePlaces(
  result: PostResult,
  all: readonly PostResult[],
  part: number,
): { readonly alike: readonly NamedResult[]; readonly fixed: readonly NamedResult[] } {
  const nameOf = useNamedAccounts()
  const placeOf = (each: PostResult): NamedResult => ({
    result: each,
    named: nameOf(each.social_account_id, each.platform, each.platform_data.username),
  })
  const others = part === 0 ? all.filter((each) => each.id !== result.id && each.status === 'published') : []
  const places = others.map(placeOf)
  const hasEdits = ({ named }: NamedResult) => named.platform !== null && named.platform.edits !== null
  const isSame = ({ result: other }: NamedResult) =>
    other.caption === result.caption && other.edit?.status !== 'pending'
  return {
    alike: [placeOf(result), ...places.filter((place) => hasEdits(place) && isSame(place))],
    fixed: places.filter((place) => place.named.platform !== null && !hasEdits(place)),
  }
}

function useCounts(places: readonly NamedResult[], text: string) {
  return places.flatMap(({ result: { id }, named: { account, network } }) => {
    const rules = account?.limits.text
    return rules === undefined ? [] : [{ key: id, name: network, ...measureText(text, rules) }]
  })
}

interface Correction {
  readonly places: readonly NamedResult[]
  readonly text: string
  readonly options: Readonly<Record<string, string>>
}

/** Asks for each account by itself. The dialog stays open with the server's words where one was refused. */
function useAsking({ part, onDone }: { readonly part: number; readonly onDone: () => void }) {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ places, text, options }: Correction): Promise<Refusal[]> => {
      const answers = await Promise.all(
        places.map(async (place) => {
          const own = Object.entries(options).filter(([name]) =>
            place.named.platform?.edits?.options.includes(name),
          )
          const changes = own.length === 0 ? {} : { options: Object.fromEntries(own) }
          try {
            await api.postResults.edit(place.result.id, { caption: text, part, ...changes })
            return []
          } catch (error) {
            const sentence =
              error instanceof ApiError ? sayProblem(error) : t`The server did not answer. Try again.`
            return [{ place, sentence }]
          }
        }),
      )
      return answers.flat()
    },
    onSuccess: (refusals, { places }) => {
      const asked = places.length - refusals.length
      if (asked > 0)
        toast({
          text: plural(asked, { one: 'Correcting on # account…', other: 'Correcting on # accounts…' }),
        })
      if (refusals.length === 0) onDone()
    },
    onSettled: () => client.invalidateQueries({ queryKey: [...scope, 'posts'] }),
  })
}

/** Fields for the options that can be changed with the text, such as a title. One that is left empty stays as it is. */
function OptionFields({
  places,
  values,
  onChange,
}: {
  readonly places: readonly NamedResult[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
}) {
  const { t } = useLingui()
  const fields = new Map<string, { readonly label: string; readonly network: string }>()
  for (const { named } of places) {
    const { platform, network } = named
    const schemas = platform?.options.properties as Readonly<Record<string, { title?: string }>> | undefined
    for (const name of platform?.edits?.options ?? [])
      fields.set(name, { label: schemas?.[name]?.title ?? name, network })
  }
  return [...fields].map(([name, { label, network }]) => (
    <TextInput
      key={name}
      label={t`${label} on ${network}`}
      description={t`Left empty, it stays as it is.`}
      value={values[name] ?? ''}
      onChange={(event) => onChange(name, event.currentTarget.value)}
    />
  ))
}

function PlaceChoice({
  places,
  left,
  onToggle,
}: {
  readonly places: readonly NamedResult[]
  readonly left: ReadonlySet<string>
  readonly onToggle: (id: string) => void
}) {
  const { t } = useLingui()
  return (
    <fieldset className={styles.places}>
      <legend>{t`The same words are public on`}</legend>
      {places.map(({ result: { id }, named: { handle, network } }) => (
        <label key={id}>
          <input type="checkbox" checked={!left.has(id)} onChange={() => onToggle(id)} />{' '}
          {t`${handle} on ${network}`}
        </label>
      ))}
    </fieldset>
  )
}

function FixedPlaces({ places }: { readonly places: readonly NamedResult[] }) {
  const { t } = useLingui()
  return (
    <div className={styles.words}>
      <p>{t`These keep their words, because their networks let no public post be changed:`}</p>
      <ul className={styles.found}>
        {places.map(({ result: { id }, named: { handle, network } }) => (
          <li key={id}>{t`${handle} on ${network}`}</li>
        ))}
      </ul>
    </div>
  )
}

function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }) {
  if (refusals.length === 0) return null
  return (
    <div role="alert" className={styles.refusals}>
      {refusals.map(({ place, sentence }) => (
        <p key={place.result.id}>
          {place.named.handle}: {sentence}
        </p>
      ))}
    </div>
  )
}
