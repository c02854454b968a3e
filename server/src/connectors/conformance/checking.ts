import type { JsonObject } from '../../lib/json/json.ts'
import {
  type Account,
  type Checked,
  type Connector,
  type Draft,
  type MediaLimits,
  mediaLimitsFor,
} from '../connector.ts'
import { describeDraft, describeFitting } from './pictures.ts'

/** A connector and an account of it, whose `check` is held against drafts. */
export interface Checkable {
  readonly connector: Connector
  readonly account: Account
  readonly options: JsonObject
}

/** Checks a draft of which a test says only what it is about. No medium of it may be changed to fit. */
export function checkPart(house: Checkable, part: Partial<Draft>): Checked {
  const { connector, account } = house
  const options = part.options ?? house.options
  const limits = mediaLimitsFor(connector.limits(account), options)
  const media = limits.required ? fewestMedia(limits) : []
  const draft = describeDraft({ text: 'Good morning', media, mayFit: false, ...part, options })
  return connector.check(draft, account)
}

/** The pointers of the problems of such a draft. */
export function problemPointers(house: Checkable, part: Partial<Draft>): string[] {
  return checkPart(house, part).problems.map((problem) => problem.pointer)
}

function fewestMedia({ kinds, sets }: MediaLimits): Draft['media'] {
  const [set] = sets
  const limit = kinds.find(({ kind }) => set?.kinds.includes(kind))
  return set && limit ? Array.from({ length: set.min }, () => describeFitting(limit)) : []
}
