import { useLingui } from '@lingui/react/macro'
import card from '../ui/card.module.css'
import { type EventType, eventGroups, groupNames, useEventWords } from './event-types.ts'
import styles from './webhooks.module.css'

interface EventChoiceProps {
  /** Empty: every type, those of later versions too. */
  readonly events: readonly string[]
  readonly onChange: (next: readonly EventType[]) => void
}

const usual: readonly EventType[] = ['post.posted', 'post.partial', 'post.failed', 'post.needs_review']

/** Every event, or a choice of types. */
export function EventChoice({ events, onChange }: EventChoiceProps) {
  const { t } = useLingui()
  const words = useEventWords()
  const isAll = events.length === 0
  const all = groupNames.flatMap((group) => eventGroups[group])
  const toggle = (type: EventType, isOn: boolean) => {
    const next = all.filter((each) => (each === type ? isOn : events.includes(each)))
    // A choice of none means every event, so the last one stays until “Everything” is chosen.
    if (next.length > 0) onChange(next)
  }
  return (
    <fieldset className={card.choices}>
      <legend className={card.legend}>{t`Which events`}</legend>
      <label className={card.choice}>
        <input type="radio" name="events" checked={isAll} onChange={() => onChange([])} />
        <span>
          {t`Everything`}
          <span>{t`Also the types that later versions bring.`}</span>
        </span>
      </label>
      <label className={card.choice}>
        <input type="radio" name="events" checked={!isAll} onChange={() => onChange(usual)} />
        {t`Only some`}
      </label>
      {!isAll && (
        <div className={styles.events}>
          {groupNames.map((group) => (
            <fieldset key={group} className={card.choices}>
              <legend className={card.legend}>{words.group[group]}</legend>
              {eventGroups[group].map((type) => (
                <label key={type} className={card.choice}>
                  <input
                    type="checkbox"
                    checked={events.includes(type)}
                    onChange={(event) => toggle(type, event.currentTarget.checked)}
                  />
                  <span>
                    {words.type(type)}
                    <span>
                      <code>{type}</code>
                    </span>
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      )}
    </fieldset>
  )
}
