import { Button, Stack, Switch } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { browserZone, useLogin } from '../../../../platform/login/login.ts'
import { clearLinkToken, takeLinkToken } from '../../../../platform/login/link-token.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import { JoiningConsent, type JoiningConsentState, useJoiningConsent } from '../../../practice/legal-text/legal-text.ts'
import { AcceptInvitationSignedIn } from './AcceptInvitationSignedIn.tsx'
import { InvitedRights } from './InvitedRights.tsx'
import { InvalidLink } from '../public/InvalidLink.tsx'
import { PublicFrame } from '../public/PublicFrame.tsx'
import { NewPasswordFields, useNewPassword } from '../public/NewPasswordFields.tsx'
import { useCompleteSignIn } from '../public/after-sign-in.ts'
import { submitHandler } from '../public/submit-handler.ts'

/**
 * Renders the page `/setup-password`, which shows an invitation. Opening the link does not accept the invitation: the
 * person must submit the form or click the button [2.02].
 */
export function InvitationPage() {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage()
  const [token] = useState(takeLinkToken)
  const read = useQuery(
    orpc.login.readInvitation.queryOptions({ input: { token }, enabled: token !== '', staleTime: 0 }),
  )
  const consent = useJoiningConsent(token === '' ? null : 'client')
  const accept = useAcceptInvitation(token, consent)
  const refused = errorCode(accept.error)
  if (!token || errorCode(read.error) === 'INVALID_LINK' || refused === 'INVALID_LINK')
    return <InvalidInvitation token={token} />
  const invitation = read.data
  if (!invitation) {
    return (
      <PublicFrame title={t('invitation.loading')}>
        <FormError>{errorText(read.error)}</FormError>
      </PublicFrame>
    )
  }
  return <OpenInvitation token={token} invitation={invitation} accept={accept} consent={consent} />
}

type Invitation = Awaited<ReturnType<typeof api.login.readInvitation>>
type FormProps = {
  invitation: Invitation
  accept: ReturnType<typeof useAcceptInvitation>
  consent: JoiningConsentState
}

/**
 * Shows an invitation that can be accepted with a new account, or by signing in to the account that has the invited address. A guardian may also use
 * an account with another address.
 */
function OpenInvitation({ token, invitation, accept, consent }: FormProps & { token: string }) {
  const { t } = useTranslation('login')
  const isSignedIn = Boolean(useLogin())
  const [chosen, setChosen] = useState<boolean | null>(null)
  const usesOther = chosen ?? isSignedIn
  const { firstName, therapistName: therapist, email, guardianOf } = invitation
  const hasAccount = invitation.next === 'sign-in' || errorCode(accept.error) === 'SIGN_IN_TO_ACCEPT'
  const signsIn = hasAccount || (Boolean(guardianOf) && usesOther)
  const text = guardianOf
    ? t(
        hasAccount
          ? 'invitation.textGuardianSignIn'
          : usesOther
            ? 'invitation.textGuardianOther'
            : 'invitation.textGuardian',
        {
          therapist,
          email,
          client: guardianOf.firstName,
        },
      )
    : t(hasAccount ? 'invitation.textSignIn' : 'invitation.text', { therapist, email })
  return (
    <PublicFrame title={t('invitation.title', { name: firstName })} text={text}>
      {guardianOf && <InvitedRights guardianOf={guardianOf} therapist={therapist} />}
      {signsIn ? (
        <AcceptInvitationSignedIn token={token} email={hasAccount ? email : ''} />
      ) : (
        <SetPasswordForm invitation={invitation} accept={accept} consent={consent} />
      )}
      {guardianOf && !hasAccount && (
        <Button variant="subtle" mt="md" fullWidth onClick={() => setChosen(!usesOther)}>
          {t(usesOther ? 'invitation.newAccount' : 'invitation.otherAccount')}
        </Button>
      )}
    </PublicFrame>
  )
}

function SetPasswordForm({ invitation, accept, consent }: FormProps) {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage()
  const entered = useNewPassword({ isRepeated: true })
  const [discreet, setDiscreet] = useState(false)
  return (
    <form
      onSubmit={submitHandler(
        accept.isPending,
        () => entered.check() && consent.check() && accept.mutate({ password: entered.password, discreet }),
      )}
      noValidate
    >
      <Stack gap="md" mt="xl">
        <input type="hidden" name="email" autoComplete="username" value={invitation.email} readOnly />
        <NewPasswordFields
          entered={entered}
          guessable={[invitation.firstName, invitation.therapistName, invitation.email]}
        />
        <Switch
          label={t('invitation.discreet')}
          description={t('invitation.discreetHint')}
          checked={discreet}
          onChange={(event) => setDiscreet(event.currentTarget.checked)}
        />
        <JoiningConsent consent={consent} />
        <FormError>{consent.isRefusal(accept.error) ? null : errorText(accept.error)}</FormError>
        <SubmitButton running={accept.isPending} fullWidth>
          {t(invitation.guardianOf ? 'invitation.submitGuardian' : 'invitation.submit')}
        </SubmitButton>
      </Stack>
    </form>
  )
}

function useAcceptInvitation(token: string, consent: JoiningConsentState) {
  const arrive = useCompleteSignIn()
  return useMutation({
    mutationFn: ({ password, discreet }: { password: string; discreet: boolean }) =>
      api.login.acceptInvitation({
        token,
        password,
        ...(discreet && { discreet }),
        language: currentLanguage(),
        zone: browserZone(),
        ...consent.input,
      }),
    onError: consent.onError,
    onSuccess: ({ login }) => {
      clearLinkToken()
      return arrive(login)
    },
  })
}

/** Shows 'Invalid or expired invitation link.' and a button that sends a new invitation to the invited address. */
function InvalidInvitation({ token }: { token: string }) {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage()
  const ask = useMutation({ mutationFn: () => api.login.sendFreshInvitation({ token }) })
  return (
    <InvalidLink invitation text={t('invitation.invalid')}>
      {ask.isSuccess && (
        <Callout kind="calm" icon={IconMailForward}>
          {t('invitation.freshSent')}
        </Callout>
      )}
      <FormError>{errorText(ask.error)}</FormError>
      {token && !ask.isSuccess && (
        <Button size="md" loading={ask.isPending} onClick={() => ask.mutate()}>
          {t('invitation.fresh')}
        </Button>
      )}
    </InvalidLink>
  )
}
