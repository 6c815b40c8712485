import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { noteAdding } from '../../../../platform/login/held-accounts.ts'
import { useLogin } from '../../../../platform/login/login.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import classes from '../public/LoginFields.module.css'
import { SignInForm, type SignInFormProps } from '../public/SignInForm.tsx'

/** The sign-in form with which a signed-in person adds another account. The active account stays signed in. */
export function AddAccountForm(props: Omit<SignInFormProps, 'further' | 'below'>) {
  const { t } = useTranslation('accountSwitcher')
  const errorText = useErrorMessage()
  const login = useLogin()
  const active = login?.userId ?? null
  const { mutate, error } = useMutation({ mutationFn: () => api.login.addAccount({}) })
  useEffect(() => {
    if (!active) return
    noteAdding(active)
    mutate()
  }, [active, mutate])
  if (!login) return <SignInForm {...props} />
  return (
    <SignInForm
      {...props}
      further={{
        title: t('add.title'),
        text: t('add.text', { email: login.email }),
        prepare: () => api.login.addAccount({}),
      }}
      below={
        <>
          <FormError>{errorText(error)}</FormError>
          <p className={classes.switch}>
            <TextLink to="/">{t('add.back', { email: login.email })}</TextLink>
          </p>
        </>
      }
    />
  )
}
