import type { LoginView } from '@attune/contract/features/login.shapes'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { planIsOpen } from '../../platform/open-plan.ts'
import { ForgotForm } from './ForgotForm.tsx'
import { MailSent } from './MailSent.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { SecondFactorForm, waysOf, type Way } from './SecondFactorForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import { useArrive } from './home.ts'

const KeptPlanLink = lazy(() => import('../safety/safety.ts').then((file) => ({ default: file.KeptPlanLink })))

const route = getRouteApi('/')
type Stage =
  | { at: 'form' }
  | { at: 'second-factor'; ways: readonly Way[] }
  | { at: 'mail'; for: 'confirm' | 'reset'; email: string }

/** `/`: signing in, registering and resetting a password. Logging out leads here [2.01]. */
export function PublicPage() {
  const { form, signin, reason, provider, ways } = route.useSearch()
  const arrive = useArrive()
  const [stage, setStage] = useState<Stage>(() =>
    signin === 'second-factor' ? { at: 'second-factor', ways: waysOf(ways) } : { at: 'form' },
  )
  const signedIn = (login: LoginView) => void arrive(login)
  if (stage.at === 'second-factor')
    return <SecondFactorForm ways={stage.ways} onSignedIn={signedIn} onBack={() => setStage({ at: 'form' })} />
  if (stage.at === 'mail')
    return <MailSent purpose={stage.for} email={stage.email} onBack={() => setStage({ at: 'form' })} />
  if (form === 'register') return <RegisterForm onSent={(email) => setStage({ at: 'mail', for: 'confirm', email })} />
  if (form === 'forgot') return <ForgotForm onSent={(email) => setStage({ at: 'mail', for: 'reset', email })} />
  return (
    <SignInForm
      onSignedIn={signedIn}
      failed={signin === 'failed' ? { reason, provider } : undefined}
      onSecondFactor={(open) => setStage({ at: 'second-factor', ways: open })}
      onUnconfirmed={(email) => setStage({ at: 'mail', for: 'confirm', email })}
      below={
        planIsOpen() && (
          <Suspense>
            <KeptPlanLink />
          </Suspense>
        )
      }
    />
  )
}
