import type { Enrolment } from '@attune/contract/features/people/login/login.schemas'
import { Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { setHeldAccounts } from '../../../../platform/login/held-accounts.ts'
import { acceptLogin, useLogin } from '../../../../platform/login/login.ts'
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

const loadBothAccountsStep = () => import('./BothAccountsStep.tsx')
const BothAccountsStep = lazy(loadBothAccountsStep)

/** The enrolment of the authenticator app for both accounts, and the email address of the signed-in account. */
type Created = { enrolment: Enrolment; email: string }

/**
 * Renders the page `/setup`, which creates the practice and the first admin account. A person who also sees clients gets a therapist account too, and
 * sets up two-step verification for both on this page. The link works only once.
 */
export function SetUpPage() {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage()
  const [token] = useState(takeLinkToken)
  const [values, setValues] = useState(initialSetUpValues)
  const [tried, setTried] = useState(false)
  const read = useQuery(orpc.login.readLink.queryOptions({ input: { token, purpose: 'setup' }, enabled: token !== '' }))
  const [created, setCreated] = useState<Created | null>(null)
  const setUp = useSetUp(token, setCreated)
  if (created)
    return (
      <PublicFrame title={t('enrol.title')} text={t('enrol.why')} wide>
        <Suspense>
          <BothAccountsStep {...created} />
        </Suspense>
      </PublicFrame>
    )
  if (!token || errorCode(read.error) === 'INVALID_LINK' || errorCode(setUp.error) === 'INVALID_LINK')
    return <UsedSetUpLink />
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
          <p className={classes.hint}>{t(values.therapist ? 'setUp.nextBoth' : 'setUp.next')}</p>
        </Stack>
      </form>
    </PublicFrame>
  )
}

/** Continues an interrupted set-up if this browser is signed in without the second factor. Otherwise says that the link was used. */
function UsedSetUpLink() {
  const { t } = useTranslation('login')
  const login = useLogin()
  if (login?.need) return <Navigate to="/" replace />
  return <InvalidLink text={t('setUp.invalid')} />
}

/**
 * Returns a mutation that creates the practice and its accounts. If there is only the admin account, completes its sign-in. If there are two
 * accounts, stores both as signed in to this browser and passes the enrolment of their authenticator app to `onBoth`.
 */
function useSetUp(token: string, onBoth: (created: Created) => void) {
  const arrive = useCompleteSignIn()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (values: SetUpValues) => {
      // Loads the next step before the accounts exist, so that a failure to load it changes nothing.
      if (values.therapist) await loadBothAccountsStep()
      return api.login.setUp({ ...setUpInput(values), token, language: currentLanguage() })
    },
    onSuccess: ({ login, enrolment }) => {
      clearLinkToken()
      // The cached product information is outdated, because the practice now has a name.
      cache.removeQueries({ queryKey: orpc.product.key() })
      if (!enrolment?.other) return arrive(login)
      acceptLogin(login)
      setHeldAccounts([login.userId, enrolment.other.userId])
      onBoth({ enrolment, email: login.email })
    },
  })
}
