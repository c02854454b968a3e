import { connectors } from '../../connectors/index.ts'
import type { Json } from '../../lib/json/json.ts'
import { createSealer } from '../../lib/secrecy/seal.ts'
import { StartError } from '../../lib/settings/start-error.ts'
import type { Command, CommandInput } from '../cli/command.ts'
import { withInstance } from '../cli/with-instance.ts'
import { NoInstance } from '../require-instance.ts'
import { secretFile } from '../secret-files.ts'
import { checkApps } from './check-apps.ts'
import { checkBilling } from './check-billing.ts'
import { checkDatabase } from './check-database.ts'
import { checkEngines } from './check-engines.ts'
import { checkGuards } from './check-guards.ts'
import { checkJobs } from './check-jobs.ts'
import { checkMachine } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkMedia } from './check-media.ts'
import { checkPasswords } from './check-passwords.ts'
import { checkPictures } from './check-pictures.ts'
import { checkPublishing } from './check-publishing.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkVersions } from './check-versions.ts'
import { checkWebhooks } from './check-webhooks.ts'
import { checkWorkers } from './check-workers.ts'
import type { Finding } from './finding.ts'

const doctor: Command = {
  words: ['doctor'],
  summary: 'Checks the installation and says how to fix each problem it finds. Exits with 1 if there is one.',
  positionals: [],
  options: {},
  run: async (input) => {
    const findings = [
      ...(await findInDatabase(input)),
      ...findOnMachine(input),
      await checkPictures(),
      ...(await checkEngines(input.config)),
      ...(await checkPasswords(input.config)),
    ]
    const isBad = findings.some(({ ok }) => !ok)
    const data: Json = { ok: !isBad, checks: findings.map((finding) => ({ ...finding })) }
    return { data, text: findings.map(toFindingLines).join('\n'), isBad }
  },
}

export const doctorCommands: readonly Command[] = [doctor]

function findInDatabase(input: CommandInput): Promise<Finding[]> {
  return withInstance(input, async ({ db, secretKeys }) => {
    const parts = { config: input.config, db, sealer: createSealer(secretKeys) }
    return [
      ...(await checkDatabase(db)),
      ...(await checkPublishing(db)),
      ...(await checkMedia(db, input.config)),
      ...(await checkMail(db, input.config)),
      ...(await checkBilling(db, input.config)),
      await checkWorkers(db),
      ...(await checkJobs(db)),
      ...(await checkWebhooks(db)),
      await checkGuards(db),
      ...(await checkSecrets(db, secretKeys)),
      await checkApps(parts, connectors),
      ...(await checkVersions(parts, new Date(), connectors)),
    ]
  }).catch((error: unknown) => {
    if (!(error instanceof StartError) || error instanceof NoInstance) throw error
    const advice = 'Crier cannot start until this is fixed.'
    return [{ check: 'database', ok: false, found: error.message, advice }]
  })
}

function findOnMachine({ config }: CommandInput): Finding[] {
  return checkMachine({
    dataDir: config.dataDir,
    secretFile: config.secretKey === null ? secretFile(config.dataDir) : null,
    isEmbedded: config.databaseUrl === null,
  })
}

function toFindingLines({ check, ok, found, advice }: Finding): string {
  const mark = ok ? (advice === null ? 'ok   ' : 'note ') : 'WRONG'
  const line = `${mark}  ${check}: ${found}`
  return advice === null ? line : `${line}\n${advice.replace(/^/gm, '       ')}`
}
