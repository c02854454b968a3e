import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { keep, readKept } from '../boot/kept.ts'
import { chosenLanguage, type Language, languages, loadLanguage, rememberLanguage } from '../boot/language.ts'
import { useThemeChoice } from '../boot/use-theme.ts'
import { useSession } from '../session/session.ts'
import { type HourCycle, hoursStoredAt } from '../time/hour-choice.ts'
import { Button } from '../ui/button.tsx'
import { Fault } from '../ui/confirm.tsx'
import { Form, faultAt, useAction, useSaving } from '../ui/form.tsx'
import { NativeSelect } from '../ui/native-select.tsx'
import { Page } from '../ui/page.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { toast } from '../ui/toasts.tsx'
import { useEdited } from '../ui/use-edited.ts'
import { Section, SettingsChoice } from './section.tsx'
import { usePersonChange } from './use-person-change.ts'

/** The settings that follow a person into every workspace. */
export function ProfilePage() {
  const { t } = useLingui()
  const { person } = useSession()
  return (
    <Page title={t`Profile`} lead={t`You are signed in as ${person.email}.`} width="text">
      <Name />
      <LanguageChoice />
      <Hours />
      <Colours />
      <Keys />
    </Page>
  )
}

function Name() {
  const { t } = useLingui()
  const { person } = useSession()
  const change = usePersonChange()
  const [name, setName] = useEdited(person.name)
  const save = useAction(async () => {
    const before = person.name
    await change({ name: name.trim() })
    toast({ text: t`Your name is saved.`, undo: () => change({ name: before }) })
  })
  return (
    <Section
      title={t`Name`}
      lead={t`The others in your workspaces see it beside what you write and approve.`}
    >
      <Form
        width="narrow"
        onSubmit={() => void save.start()}
        error={save.error}
        fields={['/name']}
        actions={
          // There is nothing to save before something was changed.
          name.trim() !== person.name && (
            <Button type="submit" variant="default" aria-disabled={save.isBusy}>
              {save.isBusy ? t`Saving…` : t`Save the name`}
            </Button>
          )
        }
      >
        <TextInput
          aria-label={t`Your name`}
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faultAt(save.error, '/name')}
        />
      </Form>
    </Section>
  )
}

function LanguageChoice() {
  const { t } = useLingui()
  const { person } = useSession()
  const change = usePersonChange()
  const choose = useSaving(async (language: Language | null) => {
    const own = navigator.languages.map((each) => each.split('-')[0] ?? '').find((each) => each in languages)
    const shown = language ?? ((own ?? 'en') as Language)
    await change({ language, shown_language: shown })
    rememberLanguage(language)
    await loadLanguage(shown)
  })
  return (
    <Section
      title={t`Language`}
      lead={t`Of the app and of the mails to you. Your posts stay as you write them.`}
    >
      <NativeSelect
        aria-label={t`Language of the app`}
        style={{ maxWidth: 360 }}
        value={person.language ?? ''}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          void choose.start(chosen in languages ? (chosen as Language) : null)
        }}
      >
        <option value="">{t`As the browser`}</option>
        {Object.entries(languages).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </NativeSelect>
      {choose.error !== null && <Fault error={choose.error} />}
    </Section>
  )
}

function Hours() {
  const { t } = useLingui()
  const [hours, setHours] = useState(() => readKept(hoursStoredAt) ?? 'auto')
  const choose = (to: string) => {
    keep(hoursStoredAt, to === 'auto' ? null : to)
    setHours(to)
    // Every time on the page is written again.
    void loadLanguage(chosenLanguage())
  }
  return (
    <Section title={t`Clock`} lead={t`On this device.`}>
      <SettingsChoice
        legend={t`Clock`}
        hasHiddenLegend
        name="hours"
        value={hours}
        onChange={choose}
        choices={[
          { value: 'auto', label: t`As the browser` },
          { value: 'h23' satisfies HourCycle, label: t`24 hours`, words: '15:30' },
          { value: 'h12' satisfies HourCycle, label: t`12 hours`, words: '3:30 pm' },
        ]}
      />
    </Section>
  )
}

function Colours() {
  const { t } = useLingui()
  const { choice, choose } = useThemeChoice()
  return (
    <Section title={t`Colours`} lead={t`On this device.`}>
      <SettingsChoice
        legend={t`Colours`}
        hasHiddenLegend
        name="theme"
        value={choice}
        onChange={choose}
        choices={[
          {
            value: 'auto',
            label: t`As the device`,
            words: t`Light by day and dark by night, where the device does so.`,
          },
          { value: 'light', label: t`Light` },
          { value: 'dark', label: t`Dark` },
        ]}
      />
    </Section>
  )
}

function Keys() {
  const { t } = useLingui()
  const { person } = useSession()
  const change = usePersonChange()
  const choose = useSaving((isOn: boolean) => change({ single_letter_keys: isOn }))
  return (
    <Section
      title={t`Keys`}
      lead={t`Switch them off if you speak to your computer, or press letters by mistake. Keys with Ctrl or ⌘ keep working.`}
    >
      <SettingsChoice
        legend={t`Keys without a modifier, such as C for a new post`}
        name="keys"
        value={person.single_letter_keys ? 'on' : 'off'}
        onChange={(value) => choose.start(value === 'on')}
        choices={[
          { value: 'on', label: t`On` },
          { value: 'off', label: t`Off` },
        ]}
      />
      {choose.error !== null && <Fault error={choose.error} />}
    </Section>
  )
}
