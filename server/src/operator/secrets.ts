import { setTimeout as pause } from 'node:timers/promises'
import { listUnrenewedKeys, type UnrenewedKey } from '../api-keys/list-unrenewed-keys.ts'
import { recordOperator } from '../audit/record-audit.ts'
import { program } from '../lib/process/program.ts'
import { createSealer } from '../lib/secrecy/seal.ts'
import { keyIdOf } from '../lib/secrecy/secret-keys.ts'
import { StartError } from '../lib/settings/start-error.ts'
import { counted } from '../lib/text/counted.ts'
import { findWorkersWithoutKey } from '../publishing/fleet/find-workers-without-key.ts'
import { instanceIdsOf, renewInstanceId } from '../publishing/guards/instance-id.ts'
import { readGuards } from '../publishing/guards/update-guards.ts'
import { countOld, resealAll, type Unreadable } from '../secrets/reseal-all.ts'
import { beginRotation, finishRotation, readRotation } from '../secrets/rotation.ts'
import type { Command, CommandInput, Outcome } from './cli/command.ts'
import { withInstance } from './cli/with-instance.ts'
import type { Instance } from './open-instance.ts'
import { secretFileBefore, writeNewSecret } from './secret-files.ts'

const rotate: Command = {
  words: ['secrets', 'rotate'],
  summary:
    'Replaces SECRET_KEY_BEFORE with SECRET_KEY while Crier runs. It encrypts every token with the new key and says when the old key can be removed. It may be interrupted and run again.',
  positionals: [],
  options: {
    'new-key': {
      value: null,
      about: 'First write a new secret.key in DATA_DIR, and keep the old one as secret.key.before.',
    },
  },
  run: async (input) => {
    if (input.flag('new-key')) {
      writeNewSecret(input.config)
      input.report(`A new key was written. The old one is now ${secretFileBefore(input.config.dataDir)}.`)
    }
    return withInstance(input, (instance) => rotateSecrets(input, instance))
  },
}

export const secretsCommands: readonly Command[] = [rotate]

// Every process looks once a second which key is the current one, so none seals with the old one after this time.
const settleMs = 5_000
// Upload URLs last for an hour, and so should a list that somebody pages through.
const signaturesLastMs = 3_600_000
const reportEveryMs = 5_000
const mostPasses = 10

async function rotateSecrets(input: CommandInput, instance: Instance): Promise<Outcome> {
  const { db, secretKeys } = instance
  await refuseTooEarly(input, instance)
  await beginRotation(db, secretKeys)
  const ids = instanceIdsOf(input.config, secretKeys)
  if (ids) await renewInstanceId(db, ids)
  const done = await resealUntilDone(input, instance)
  const isFinished = done.remaining === done.unreadable.length && (await finishRotation(db))
  await recordOperator(db, { action: 'secret_key.rotate', workspaceId: null, subjectId: null })
  const rotation = await readRotation(db)
  const rotatedAt = rotation?.rotatedAt ?? null
  const keepUntil = rotatedAt && new Date(rotatedAt.getTime() + settleMs + signaturesLastMs)
  const unused = await listUnrenewedKeys(db, secretKeys)
  return describeReport({
    ...done,
    isFinished,
    hasOldInstanceId: rotation?.hasOldInstanceId ?? false,
    keepUntil,
    unused,
  })
}

/** @throws StartError if there is no old key, a guard is up, or a worker would not be able to read what is sealed again. */
async function refuseTooEarly({ config }: CommandInput, { db, secretKeys }: Instance): Promise<void> {
  if (secretKeys.before === null) {
    throw new StartError(
      config.secretKey === null
        ? `There is only one secret key. To write a new one, run: ${program} secrets rotate --new-key`
        : 'There is only one secret key. Set a new one as SECRET_KEY and the old one as SECRET_KEY_BEFORE, restart every process, and run this again with both.',
    )
  }
  if ((await readGuards(db)).length > 0)
    throw new StartError(
      `A guard stops publishing. See why with ${program} doctor, and lift it with ${program} guard lift, before you run this.`,
    )
  const without = await findWorkersWithoutKey(db, keyIdOf(secretKeys.given))
  if (without.length > 0) {
    throw new StartError(
      `These processes do not have the new key yet: ${without.join(', ')}. Restart them, then run this again without --new-key.`,
    )
  }
}

interface Resealed {
  readonly resealed: number
  readonly tookMs: number
  readonly remaining: number
  readonly unreadable: readonly Unreadable[]
}

/** Seals everything again, waits until no process seals with the old key, and does what was sealed with it meanwhile. */
async function resealUntilDone(input: CommandInput, { db, secretKeys }: Instance): Promise<Resealed> {
  const context = { db, secretKeys, sealer: createSealer(secretKeys) }
  const total = await countOld(context)
  let [resealed, tookMs, unreadable, remaining] = [0, 0, [] as readonly Unreadable[], total]
  for (let number = 0; number < mostPasses; number += 1) {
    const startedAt = performance.now()
    const before = resealed
    const report = createProgress(input, total)
    const pass = await resealAll(context, (count) => report(before + count))
    tookMs += performance.now() - startedAt
    resealed += pass.resealed
    unreadable = pass.unreadable
    const rotation = await readRotation(db)
    const settlesInMs = settleMs - (rotation?.rotatedMsAgo ?? settleMs)
    remaining = await countOld(context)
    if (settlesInMs <= 0 && remaining === unreadable.length) break
    if (number === 0 && settlesInMs > 0)
      input.report('Waiting for a few seconds, until every process uses the new key.')
    await pause(Math.max(settlesInMs, 500))
  }
  return { resealed, tookMs, remaining, unreadable }
}

function createProgress(input: CommandInput, total: number): (count: number) => void {
  let reportedAt = performance.now()
  return (count) => {
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    input.report(`${count} of ${total} values are sealed with the new key.`)
  }
}

interface Report extends Resealed {
  readonly isFinished: boolean
  readonly hasOldInstanceId: boolean
  /** Until then upload URLs and cursors from before are valid; null if the first key is still the current one. */
  readonly keepUntil: Date | null
  readonly unused: readonly UnrenewedKey[]
}

function describeReport(report: Report): Outcome {
  const { isFinished, resealed, tookMs, remaining, unreadable, keepUntil, unused } = report
  const perSecond = resealed === 0 ? null : Math.round((resealed * 1_000) / Math.max(tookMs, 1))
  const speed = perSecond === null ? '' : ` in ${(tookMs / 1_000).toFixed(1)} s, ${perSecond} a second`
  return {
    data: {
      finished: isFinished,
      resealed,
      per_second: perSecond,
      remaining,
      unreadable: unreadable.map((each) => ({ ...each })),
      api_keys_not_used_since: unused.map(({ id, workspaceId, hint, name }) => {
        return { id, workspace_id: workspaceId, key: hint, name }
      }),
      keep_the_old_key_until: keepUntil?.toISOString() ?? null,
    },
    text: [
      `${counted(resealed, 'value was', 'values were')} sealed with the new key${speed}. ${counted(remaining, 'remains', 'remain')}.`,
      ...unreadable.map(
        ({ place, reason }) =>
          `${place} cannot be decrypted with either key and was left as it is: ${reason}`,
      ),
      ...describeUnused(unused),
      describeNext(report),
    ].join('\n'),
    isBad: !isFinished,
  }
}

function describeUnused(unused: readonly UnrenewedKey[]): string[] {
  if (unused.length === 0) return []
  return [
    `${counted(unused.length, 'API key has', 'API keys have')} not been used since, and will be refused once the old key is removed:`,
    ...unused.map(({ hint, name, workspaceId }) => `  ${hint}  ${name}, of the workspace ${workspaceId}`),
  ]
}

function describeNext({ isFinished, hasOldInstanceId, keepUntil }: Report): string {
  if (isFinished) {
    const after = keepUntil ? ` after ${keepUntil.toISOString()}` : ''
    return `SECRET_KEY_BEFORE, or the file secret.key.before, may be removed${after}: until then upload URLs and cursors from before are valid. Run doctor before you remove it. Keep the old key with the backups from before.`
  }
  if (hasOldInstanceId)
    return 'Start Crier once with both keys, because only it knows its PUBLIC_URL. Then run this again.'
  return 'Keep the old key, and run this again.'
}
