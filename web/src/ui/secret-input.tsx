import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

type SecretInputProps = Omit<TextInputProps, 'type' | 'rightSection'> & {
  /** The words of the button that shows what was typed. */
  readonly showWords: string
}

/** A line for a secret, which can be shown while it is typed. */
export function SecretInput({ showWords, ...rest }: SecretInputProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <TextInput
      spellCheck={false}
      autoCapitalize="none"
      {...rest}
      type={isShown ? 'text' : 'password'}
      rightSection={
        <IconButton
          aria-label={showWords}
          aria-pressed={isShown}
          // The cursor stays where one types.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={20} stroke={1.75} />
        </IconButton>
      }
    />
  )
}
