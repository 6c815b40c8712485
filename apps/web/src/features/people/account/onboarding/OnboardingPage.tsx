import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { useLogin, useMe } from '../../../../platform/login/login.ts'
import { PublicFrame, signOutOrAsk } from '../../login/login.tsx'
import { OnboardingForm } from './OnboardingForm.tsx'
import classes from './Onboarding.module.css'

const ApprovalPending = lazyInBoundary(() => import('./ApprovalPending.tsx'), 'ApprovalPending')

/**
 * The page `/onboarding` [2.30]. Asks for role and name. A therapist then sees here that the request for the role is
 * pending. A person who opens the page again continues at the same step.
 */
export function OnboardingPage() {
  const { t } = useTranslation('onboarding')
  const me = useMe()
  const login = useLogin()
  if (!me) return null
  // After the approval the person stays on this step until the login has the new role and the second factor is set up.
  const waiting = me.onboarded && me.roleRequest !== null
  return (
    <PublicFrame
      title={waiting ? t(login?.need ? 'waiting.secondFactor' : 'waiting.title') : t('title')}
      text={waiting ? undefined : t('text')}
      wide
    >
      <Suspense>{waiting ? <ApprovalPending me={me} /> : <OnboardingForm me={me} />}</Suspense>
      <p className={classes.leave}>
        <button type="button" onClick={() => void signOutOrAsk()}>
          {t('logOut')}
        </button>
      </p>
    </PublicFrame>
  )
}
