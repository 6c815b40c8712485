import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/**
 * An input for a password or a key, with a button that shows the typed characters. The keyboard reaches the button. Sets `aria-invalid`, because
 * Mantine sets it on its other inputs but not on `PasswordInput`.
 */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTranslation('common')
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('showSecret'), tabIndex: 0 }}
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  )
}
