import { passwordMaximum } from '@attune/contract/common/constants'
import { textLengths } from '@attune/contract/common/text/lengths'
import { passwordRules } from '@attune/contract/common/password'
import { TextInput, type PasswordInputProps, type TextInputProps } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordStrengthMeter } from './PasswordStrengthMeter.tsx'
import classes from './LoginFields.module.css'
import { SecretInput } from '../../../../ui/input/SecretInput.tsx'

export function EmailField(props: TextInputProps) {
  const { t } = useTranslation('login')
  return (
    <TextInput
      size="md"
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="off"
      spellCheck={false}
      label={t('email')}
      maxLength={textLengths.email}
      {...props}
    />
  )
}

/** Renders an input for a password, with a button that shows the typed characters. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('login')
  return (
    <SecretInput
      size="md"
      name="password"
      autoComplete="current-password"
      label={t('password')}
      maxLength={passwordMaximum}
      {...props}
    />
  )
}

const rules = ['length', 'letters', 'number'] as const

/**
 * Renders an input for a new password. While the person types, shows the strength of the password and the rules that it
 * meets. `guessable` contains personal words that an attacker would try first, such as the name.
 */
export function NewPasswordField({
  value,
  guessable = [],
  ...props
}: PasswordInputProps & { value: string; guessable?: string[] }) {
  const { t } = useTranslation('login')
  const id = useId()
  const kept = passwordRules(value)
  const ticked = { length: kept.length, letters: kept.lower && kept.upper, number: kept.number }
  return (
    <div>
      <PasswordField autoComplete="new-password" value={value} aria-describedby={id} {...props} />
      <PasswordStrengthMeter password={value} about={guessable} />
      <ul className={classes.rules} id={id}>
        {rules.map((rule) => (
          <li key={rule} data-kept={ticked[rule] || undefined}>
            {ticked[rule] ? (
              <IconCircleCheck size={16} stroke={1.75} aria-hidden />
            ) : (
              <IconCircle size={16} stroke={1.75} aria-hidden />
            )}
            <span>
              {t(`rules.${rule}`)}
              {ticked[rule] && <span className={classes.spoken}>, {t('rules.kept')}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Renders an input for the six-digit code of an authenticator app. */
export function CodeField(props: TextInputProps) {
  const { t } = useTranslation('login')
  return (
    <TextInput
      size="md"
      name="code"
      label={t('code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={textLengths.verificationCode}
      classNames={{ input: classes.code }}
      {...props}
    />
  )
}
