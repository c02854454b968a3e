import type { Platform } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useFirstAnswers } from '../../session/first-answers.ts'
import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { NetworkMark } from '../../ui/network-mark.tsx'
import { type Layer, platformOf, usedPlatforms } from '../content.ts'
import { everyone, useDesk } from '../desk.ts'
import { useProblems } from '../editor/use-problems.ts'
import { useSlice } from '../store.ts'
import { withOwn } from '../variant.ts'
import { Fold, useFold } from './fold.tsx'
import { OptionMedia } from './option-media.tsx'

const SchemaForm = lazyPart(() => import('../../schema-form/schema-form.tsx'), 'SchemaForm')

const ValuesSummary = lazyPart(() => import('../../schema-form/values-summary.tsx'), 'ValuesSummary')

// These have fields of their own in the composer.
const elsewhere = ['thread', 'first_comment', 'caption', 'media', 'scheduled_at'] as const

/** The options of each network that is used, drawn from its schema; those of one account where it is written differently. */
export function Options() {
  const { t } = useLingui()
  const desk = useDesk()
  const variant = useSlice(desk.view, (view) => view.variant)
  const places = useSlice(desk.places, (each) => each)
  const accounts = useSlice(desk.content, (content) => content.accounts)
  const platforms = useMemo(() => {
    const used = variant === everyone ? usedPlatforms({ accounts }, places) : [platformOf(places, variant)]
    return used.flatMap((platform) => (platform !== undefined && hasForm(platform) ? [platform] : []))
  }, [variant, accounts, places])
  if (platforms.length === 0) return null
  return (
    <section id="composer-options" aria-label={t`Options`} tabIndex={-1}>
      {platforms.map((platform) => (
        <PlatformOptions key={`${variant}-${platform.platform}`} platform={platform} />
      ))}
    </section>
  )
}

function hasForm({ options }: Platform): boolean {
  const { properties = {} } = options as { properties?: Record<string, unknown> }
  return Object.keys(properties).some((name) => !elsewhere.some((each) => each === name))
}

const nothing: Layer = {}

function PlatformOptions({ platform }: { readonly platform: Platform }) {
  const { t } = useLingui()
  const desk = useDesk()
  const variant = useSlice(desk.view, (view) => view.variant)
  const value = useSlice(desk.content, (content) =>
    variant === everyone
      ? (content.platforms[platform.platform] ?? nothing)
      : (content.own[variant] ?? nothing),
  )
  const account = useSlice(desk.content, (content) =>
    variant === everyone
      ? content.accounts.find((id) => desk.places.read().accounts.get(id)?.platform === platform.platform)
      : variant,
  )
  const at =
    variant === everyone
      ? `/platform_configurations/${platform.platform}`
      : `/account_configurations/${variant}`
  const problems = useProblems().filter(
    ({ pointer }) => pointer.startsWith(`${at}/`) && !isElsewhere(pointer, at),
  )
  // The line is there at once, and its words as soon as the page has what it needs first.
  const hasAnswers = useFirstAnswers()
  const fold = useFold(problems.length > 0)
  const change = (next: Layer) =>
    desk.content.change((content) =>
      variant === everyone
        ? { ...content, platforms: { ...content.platforms, [platform.platform]: next } }
        : withOwn(content, variant, next),
    )
  const { name } = platform
  return (
    <Fold
      {...fold}
      sign={<NetworkMark iconUrl={platform.icon_url} name="" size={14} />}
      title={t`Options for ${name}`}
      summary={
        <Late isSpare>
          {hasAnswers && <ValuesSummary schema={platform.options} value={value} without={elsewhere} />}
        </Late>
      }
    >
      <Late>
        <SchemaForm
          schema={platform.options}
          value={value}
          onChange={change}
          problems={problems}
          at={at}
          without={elsewhere}
          askedBy={[...desk.session.scope, 'choices', account]}
          askChoices={account === undefined ? undefined : (option) => askChoices(account, option)}
          mediaField={OptionMedia}
        />
      </Late>
    </Fold>
  )

  async function askChoices(id: string, option: string) {
    return (await desk.session.api.socialAccounts.listChoices(id, option)).data
  }
}

function isElsewhere(pointer: string, at: string): boolean {
  const [name = ''] = pointer.slice(at.length + 1).split('/')
  return elsewhere.some((each) => each === name)
}
