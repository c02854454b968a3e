import { useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { Button } from '../ui/button.tsx'
import { faultAt } from '../ui/form.tsx'
import { Textarea } from '../ui/textarea.tsx'
import styles from './recurrences.module.css'

interface VariationFieldsProps {
  /** The words that the texts take the place of: the first text begins with them. */
  readonly own: string
  readonly captions: readonly string[]
  readonly error: unknown
  readonly onChange: (captions: string[]) => void
}

const most = 50

/** Words that take turns in place of those of the post. */
export function VariationFields({ own, captions, error, onChange }: VariationFieldsProps) {
  const { t } = useLingui()
  return (
    <fieldset className={styles.variations}>
      <legend>{t`Words that take turns`}</legend>
      <p className={styles.quiet}>
        {t`Some networks refuse words that an account has posted already. With several texts, each post has the next one.`}
      </p>
      {captions.map((caption, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: A text has no name but its place, and two may be equal.
        <div key={index} className={styles.variation}>
          <Textarea
            label={t`Text ${index + 1}`}
            rows={3}
            dir="auto"
            value={caption}
            onChange={({ currentTarget }) =>
              onChange(captions.map((each, at) => (at === index ? currentTarget.value : each)))
            }
            error={faultAt(error, `/variations/${index}/caption`)}
          />
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onChange(captions.filter((_, at) => at !== index))}
          >
            {t`Remove text ${index + 1}`}
          </Button>
        </div>
      ))}
      {captions.length < most && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => onChange(captions.length === 0 ? [own] : [...captions, ''])}
        >
          {captions.length === 0 ? t`Add texts` : t`Another text`}
        </Button>
      )}
    </fieldset>
  )
}
