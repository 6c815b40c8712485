import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../platform/api.ts'
import { useErrorMessage } from '../../platform/use-error-message.ts'
import { errorCode } from '../../platform/errors.ts'
import { currentLanguage } from '../../platform/language.ts'
import { clearLinkToken, takeLinkToken } from '../../platform/link-token.ts'
import { FormError } from '../../ui/FormError.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { TimeZoneSelect } from '../../ui/TimeZoneSelect.tsx'
import { InvalidLink } from './InvalidLink.tsx'
import { PublicFrame, useProduct } from './PublicFrame.tsx'
import { EmailField, NewPasswordField } from './LoginFields.tsx'
import classes from './LoginFields.module.css'
import { useCompleteSignIn } from './after-sign-in.ts'
import { submitHandler } from './submit-handler.ts'
import { adminAddress, setUpInput, setUpProblems, startValues } from './set-up.ts'

/**
 * `/setup`: creates the first admin, and a therapist account for the same person if they see clients. It works once.
 */
export function SetUpPage() {
  const { t } = useTranslation('login')
  const words = useErrorMessage()
  const arrive = useCompleteSignIn()
  const product = useProduct()
  const cache = useQueryClient()
  const [token] = useState(takeLinkToken)
  const [values, setValues] = useState(startValues)
  const [tried, setTried] = useState(false)
  const look = useQuery(
    orpc.login.lookAtLink.queryOptions({ input: { token, purpose: 'setup' }, enabled: token !== '' }),
  )
  const setUp = useMutation({
    mutationFn: () => api.login.setUp({ ...setUpInput(values), token, language: currentLanguage() }),
    onSuccess: ({ login }) => {
      clearLinkToken()
      // The practice now has a name.
      cache.removeQueries({ queryKey: orpc.product.key() })
      return arrive(login)
    },
  })
  if (!token || errorCode(look.error) === 'INVALID_LINK' || errorCode(setUp.error) === 'INVALID_LINK')
    return <InvalidLink text={t('setUp.invalid')} />
  const problems = setUpProblems(values)
  const { firstName, lastName, practiceName, therapistEmail, adminEmail } = values
  const guessable = [firstName, lastName, practiceName, therapistEmail ?? '', adminEmail ?? '']
  const text = (
    name:
      | 'firstName'
      | 'lastName'
      | 'practiceName'
      | 'publicUrl'
      | 'therapistEmail'
      | 'therapistPassword'
      | 'adminEmail'
      | 'password',
  ) => {
    const problem = problems[name]
    return {
      value: values[name] ?? '',
      onChange: (event: { currentTarget: { value: string } }) =>
        setValues({ ...values, [name]: event.currentTarget.value }),
      error: tried && problem && t(problem),
    }
  }
  const submit = () => {
    setTried(true)
    if (Object.keys(problems).length === 0) setUp.mutate()
  }
  return (
    <PublicFrame title={t('setUp.title')} text={t('setUp.text')} wide>
      <form onSubmit={submitHandler(setUp.isPending, submit)} noValidate>
        <section className={classes.step}>
          <h2>{t('setUp.practice')}</h2>
          <TextInput
            size="md"
            label={t('setUp.practiceName')}
            autoComplete="organization"
            maxLength={120}
            autoFocus
            {...text('practiceName')}
          />
          <TimeZoneSelect
            size="md"
            label={t('zone')}
            value={values.zone}
            onChange={(zone) => setValues({ ...values, zone })}
          />
          {product?.loopback !== false && (
            <TextInput
              size="md"
              label={t('setUp.address')}
              description={t('setUp.addressHint')}
              placeholder="https://"
              inputMode="url"
              autoComplete="off"
              maxLength={200}
              {...text('publicUrl')}
            />
          )}
        </section>
        <section className={classes.step}>
          <h2>{t('setUp.you')}</h2>
          <div className={classes.names}>
            <TextInput
              size="md"
              label={t('firstName')}
              autoComplete="given-name"
              maxLength={100}
              {...text('firstName')}
            />
            <TextInput
              size="md"
              label={t('lastName')}
              autoComplete="family-name"
              maxLength={100}
              {...text('lastName')}
            />
          </div>
          <Checkbox
            size="sm"
            label={t('setUp.therapist')}
            description={t('setUp.therapistHint')}
            checked={values.therapist}
            onChange={(event) => setValues({ ...values, therapist: event.currentTarget.checked })}
          />
        </section>
        {values.therapist && (
          <section className={classes.step}>
            <h2>{t('setUp.asTherapist')}</h2>
            <EmailField name="therapist-email" autoComplete="email" {...text('therapistEmail')} />
            <NewPasswordField name="therapist-password" guessable={guessable} {...text('therapistPassword')} />
          </section>
        )}
        <section className={classes.step}>
          <h2>{t('setUp.asAdmin')}</h2>
          <EmailField
            {...text('adminEmail')}
            value={adminAddress(values)}
            description={values.therapist ? t('setUp.adminHint') : undefined}
          />
          <NewPasswordField guessable={guessable} {...text('password')} />
        </section>
        <Stack gap="sm" mt="lg">
          <FormError>{words(setUp.error ?? look.error)}</FormError>
          <SubmitButton running={setUp.isPending} fullWidth>
            {t('setUp.submit')}
          </SubmitButton>
          <p className={classes.hint}>{t('setUp.next')}</p>
        </Stack>
      </form>
    </PublicFrame>
  )
}
