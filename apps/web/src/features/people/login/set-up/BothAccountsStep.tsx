import type { Enrolment } from '@attune/contract/features/people/login/login.schemas'
import { useCompleteSignIn } from '../public/after-sign-in.ts'
import { EnrolmentSteps } from '../SecondFactorSetup.tsx'

/** Sets up one authenticator app for the therapist and the admin account, and then opens the dashboard of the therapist. */
export default function BothAccountsStep({ enrolment, email }: { enrolment: Enrolment; email: string }) {
  const arrive = useCompleteSignIn()
  return (
    <div style={{ marginTop: 24 }}>
      <EnrolmentSteps enrolment={enrolment} email={email} onDone={(login) => void arrive(login)} />
    </div>
  )
}
