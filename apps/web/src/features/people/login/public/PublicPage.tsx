import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { lazyInBoundary, lazyNamed } from '../../../../platform/lazy-named.ts'
import { heldAccounts } from '../../../../platform/login/held-accounts.ts'
import { hasUnlockedPlan } from '../../../../platform/offline/unlocked-plan-flag.ts'
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx'
import { EmailSentPage } from './EmailSentPage.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { SecondFactorForm, parseSecondFactorMethods, type SecondFactorMethod } from './SecondFactorForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import { useCompleteSignIn } from './after-sign-in.ts'

const OfflinePlanButton = lazyNamed(() => import('../../../care/safety/safety.ts'), 'OfflinePlanButton')

const HeldAccountList = lazyNamed(() => import('../several/several.ts'), 'HeldAccountList')
const AddAccountForm = lazyInBoundary(() => import('../several/several.ts'), 'AddAccountForm')

const route = getRouteApi('/')
type Stage =
  | { at: 'form' }
  | { at: 'second-factor'; ways: readonly SecondFactorMethod[] }
  | { at: 'mail'; for: 'confirm' | 'reset'; email: string }

/**
 * Renders the page `/` for visitors, who can sign in, register or request a password reset. Signing out leads to this
 * page [2.01].
 */
export function PublicPage() {
  // The deferred value lets React render the page in small steps while the static frame of the document is still visible.
  return useDeferredValue(true, false) ? <PublicForms /> : null
}

function PublicForms() {
  const { form, add, signin, reason, provider, ways } = route.useSearch()
  const arrive = useCompleteSignIn()
  const [stage, setStage] = useState<Stage>(() =>
    signin === 'second-factor' ? { at: 'second-factor', ways: parseSecondFactorMethods(ways) } : { at: 'form' },
  )
  const signedIn = (login: LoginView) => void arrive(login)
  if (stage.at === 'second-factor')
    return <SecondFactorForm ways={stage.ways} onSignedIn={signedIn} onBack={() => setStage({ at: 'form' })} />
  if (stage.at === 'mail')
    return <EmailSentPage purpose={stage.for} email={stage.email} onBack={() => setStage({ at: 'form' })} />
  if (form === 'register') return <RegisterForm onSent={(email) => setStage({ at: 'mail', for: 'confirm', email })} />
  if (form === 'forgot') return <ForgotPasswordForm onSent={(email) => setStage({ at: 'mail', for: 'reset', email })} />
  const Form = add ? AddAccountForm : SignInForm
  return (
    <Form
      onSignedIn={signedIn}
      failed={signin === 'failed' ? { reason, provider } : undefined}
      onSecondFactor={(open) => setStage({ at: 'second-factor', ways: open })}
      onUnconfirmed={(email) => setStage({ at: 'mail', for: 'confirm', email })}
      below={
        <>
          {heldAccounts().length > 0 && <HeldAccountList />}
          {hasUnlockedPlan() && <OfflinePlanButton />}
        </>
      }
    />
  )
}
