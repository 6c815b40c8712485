import { Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { clearLinkToken, takeLinkToken } from '../../../../platform/login/link-token.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import { InvalidLink } from '../public/InvalidLink.tsx'
import { PublicFrame } from '../public/PublicFrame.tsx'
import { SetUpFields } from './SetUpFields.tsx'
import classes from '../public/LoginFields.module.css'
import { useCompleteSignIn } from '../public/after-sign-in.ts'
import { submitHandler } from '../public/submit-handler.ts'
import { setUpInput, setUpProblems, initialSetUpValues, type SetUpValues } from './set-up.ts'

/**
 * Renders the page `/setup`, which creates the practice and the first admin account. A person who also sees clients
 * gets a therapist account too. The link works only once.
 */
export function SetUpPage() {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage()
  const [token] = useState(takeLinkToken)
  const [values, setValues] = useState(initialSetUpValues)
  const [tried, setTried] = useState(false)
  const read = useQuery(orpc.login.readLink.queryOptions({ input: { token, purpose: 'setup' }, enabled: token !== '' }))
  const setUp = useSetUp(token)
  if (!token || errorCode(read.error) === 'INVALID_LINK' || errorCode(setUp.error) === 'INVALID_LINK')
    return <InvalidLink text={t('setUp.invalid')} />
  const problems = setUpProblems(values)
  const submit = () => {
    setTried(true)
    if (Object.keys(problems).length === 0) setUp.mutate(values)
  }
  const form = {
    values,
    problems: tried ? problems : {},
    onChange: (part: Partial<SetUpValues>) => setValues({ ...values, ...part }),
  }
  return (
    <PublicFrame title={t('setUp.title')} text={t('setUp.text')} wide>
      <form onSubmit={submitHandler(setUp.isPending, submit)} noValidate>
        <SetUpFields {...form} />
        <Stack gap="sm" mt="lg">
          <FormError>{errorText(setUp.error ?? read.error)}</FormError>
          <SubmitButton running={setUp.isPending} fullWidth>
            {t('setUp.submit')}
          </SubmitButton>
          <p className={classes.hint}>{t('setUp.next')}</p>
        </Stack>
      </form>
    </PublicFrame>
  )
}

/** Returns a mutation that creates the practice and its accounts, and signs the admin in. */
function useSetUp(token: string) {
  const arrive = useCompleteSignIn()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (values: SetUpValues) => api.login.setUp({ ...setUpInput(values), token, language: currentLanguage() }),
    onSuccess: ({ login }) => {
      clearLinkToken()
      // The cached product information is outdated, because the practice now has a name.
      cache.removeQueries({ queryKey: orpc.product.key() })
      return arrive(login)
    },
  })
}
