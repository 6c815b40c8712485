import { textLengths } from '@attune/contract/common/text/lengths'
import { isEmail, isFilled } from '@attune/contract/common/text/text'
import { isPassword } from '@attune/contract/common/password'
import { Stack, TextInput, type TextInputProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { EmailField, NewPasswordField } from './LoginFields.tsx'
import classes from './LoginFields.module.css'
import { submitHandler } from './submit-handler.ts'
import { TextLink } from '../../../../ui/base/TextLink.tsx'

const emptyValues = { firstName: '', lastName: '', email: '', password: '' }

/**
 * Registers an account. The person chooses a role and enters an invite code later, after confirming the email address.
 */
export function RegisterForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage('signUp')
  const [values, setValues] = useState(emptyValues)
  const [tried, setTried] = useState(false)
  const problems = {
    firstName: !isFilled(values.firstName) && t('required'),
    lastName: !isFilled(values.lastName) && t('required'),
    email: !isEmail(values.email) && t('emailInvalid'),
    password: !isPassword(values.password) && t('passwordWeak'),
  }
  const signUp = useMutation({
    mutationFn: () => api.login.signUp({ ...values, language: currentLanguage() }),
    onSuccess: () => onSent(values.email.trim()),
  })
  const submit = () => {
    setTried(true)
    if (!Object.values(problems).some(Boolean)) signUp.mutate()
  }
  const field = (name: keyof typeof emptyValues) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
    error: tried && problems[name],
  })
  return (
    <PublicFrame title={t('register.title')} text={t('register.text')}>
      <form onSubmit={submitHandler(signUp.isPending, submit)} noValidate>
        <Stack gap="md" mt="lg">
          <NameFields field={field} />
          <EmailField {...field('email')} />
          <NewPasswordField {...field('password')} guessable={[values.firstName, values.lastName, values.email]} />
          <FormError>{errorText(signUp.error)}</FormError>
          <SubmitButton running={signUp.isPending} fullWidth>
            {t('register.submit')}
          </SubmitButton>
        </Stack>
      </form>
      <p className={classes.switch}>
        {t('register.have')}{' '}
        <TextLink to="/" search={{}}>
          {t('register.signIn')}
        </TextLink>
      </p>
    </PublicFrame>
  )
}

type TextField = Pick<TextInputProps, 'value' | 'onChange' | 'error'>

function NameFields({ field }: { field: (name: 'firstName' | 'lastName') => TextField }) {
  const { t } = useTranslation('login')
  return (
    <div className={classes.names}>
      <TextInput
        size="md"
        label={t('firstName')}
        name="given-name"
        autoComplete="given-name"
        maxLength={textLengths.name}
        autoFocus
        {...field('firstName')}
      />
      <TextInput
        size="md"
        label={t('lastName')}
        name="family-name"
        autoComplete="family-name"
        maxLength={textLengths.name}
        {...field('lastName')}
      />
    </div>
  )
}
