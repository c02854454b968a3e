import type { JsonObject } from '../../lib/json/json.ts'
import type { CommitRequest, Draft, Step } from '../connector.ts'
import { origins } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { type EventChoice, lastDayOf, type OfferChoice, readChoices, topicOf } from './options.ts'
import { pathOf } from './settings.ts'

// Google fetches the photo before it answers.
const timeoutMs = 60_000

/** The one request that makes a post. Pure. */
export function compose({ account, draft, artefacts }: Step): CommitRequest {
  const { photo, seen } = readArtefacts(artefacts)
  if (seen === null || (photo === null && draft.media.length > 0))
    throw new Error('This post is composed before it is prepared.')
  return {
    method: 'POST',
    url: `${origins.posts}${pathOf(account)}/localPosts`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(describePost(draft, photo)),
    timeoutMs,
  }
}

/** Source: the reference of localPosts. */
function describePost(draft: Draft, photo: string | null): JsonObject {
  const { languageCode, event, offer } = readChoices(draft)
  const button = buttonOf(draft)
  return {
    topicType: topicOf(draft),
    ...(languageCode === null ? {} : { languageCode }),
    ...(draft.text === '' ? {} : { summary: draft.text.toWellFormed() }),
    ...(button ? { callToAction: button } : {}),
    ...(event ? { event: describeEvent(event) } : {}),
    ...(offer ? { offer: describeOffer(offer) } : {}),
    ...(photo === null ? {} : { media: [{ mediaFormat: 'PHOTO', sourceUrl: photo }] }),
  }
}

/** The button of a post; null where it has none, as an offer, of which Google ignores it. */
export function buttonOf(draft: Pick<Draft, 'options'>): JsonObject | null {
  const { ctaActionType, ctaUrl, offer } = readChoices(draft)
  if (ctaActionType === null || offer) return null
  return { actionType: ctaActionType, ...(ctaUrl === null ? {} : { url: ctaUrl.toWellFormed() }) }
}

/** All four parts of the time are needed. It is told by the clock of the place, without a zone. */
function describeEvent(event: EventChoice): JsonObject {
  return {
    title: event.title.toWellFormed(),
    schedule: {
      startDate: describeDay(event.startDate),
      startTime: describeTime(event.startTime),
      endDate: describeDay(lastDayOf(event)),
      endTime: describeTime(event.endTime),
    },
  }
}

function describeDay(date: string): JsonObject {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day }
}

function describeTime(time: string): JsonObject {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { hours, minutes, seconds: 0, nanos: 0 }
}

function describeOffer({ couponCode, redeemOnlineUrl, termsConditions }: OfferChoice): JsonObject {
  return {
    ...(couponCode === null ? {} : { couponCode: couponCode.toWellFormed() }),
    ...(redeemOnlineUrl === null ? {} : { redeemOnlineUrl: redeemOnlineUrl.toWellFormed() }),
    ...(termsConditions === null ? {} : { termsConditions: termsConditions.toWellFormed() }),
  }
}
