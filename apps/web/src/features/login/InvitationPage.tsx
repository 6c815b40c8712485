import { Button, Stack } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../platform/api.ts'
import { useErrorWords } from '../../platform/error-words.ts'
import { codeOf } from '../../platform/faults.ts'
import { currentLanguage } from '../../platform/language.ts'
import { browserZone } from '../../platform/login.ts'
import { dropToken, takeToken } from '../../platform/token.ts'
import { Note } from '../../ui/Note.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { AcceptSignedIn } from './AcceptSignedIn.tsx'
import { InvalidLink } from './LinkPage.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { TwoPasswords, usePasswordTwice } from './TwoPasswords.tsx'
import { useArrive } from './home.ts'
import { sending } from './sending.ts'

/**
 * `/setup-password`: shows an invitation and accepts it on the person's click [2.02]. Opening the link does not use it
 * up.
 */
export function InvitationPage() {
  const { t } = useTranslation('login')
  const words = useErrorWords()
  const arrive = useArrive()
  const [token] = useState(takeToken)
  const twice = usePasswordTwice()
  const look = useQuery(
    query.login.lookAtInvitation.queryOptions({ input: { token }, enabled: token !== '', staleTime: 0 }),
  )
  const accept = useMutation({
    mutationFn: () =>
      api.login.acceptInvitation({ token, password: twice.password, language: currentLanguage(), zone: browserZone() }),
    onSuccess: ({ login }) => {
      dropToken()
      return arrive(login)
    },
  })
  const refused = codeOf(accept.error)
  if (!token || codeOf(look.error) === 'INVALID_LINK' || refused === 'INVALID_LINK')
    return <InvalidInvitation token={token} />
  const invitation = look.data
  if (!invitation) {
    return (
      <PublicFrame title={t('invitation.loading')}>
        <FormError>{words(look.error)}</FormError>
      </PublicFrame>
    )
  }
  const title = t('invitation.title', { name: invitation.firstName })
  const text = t('invitation.text', { therapist: invitation.therapistName, email: invitation.email })
  return (
    <PublicFrame title={title} text={text}>
      {invitation.next === 'sign-in' || refused === 'SIGN_IN_TO_ACCEPT' ? (
        <AcceptSignedIn token={token} email={invitation.email} />
      ) : (
        <form onSubmit={sending(accept.isPending, () => twice.check() && accept.mutate())} noValidate>
          <Stack gap="md" mt="xl">
            <input type="hidden" name="email" autoComplete="username" value={invitation.email} readOnly />
            <TwoPasswords
              twice={twice}
              guessable={[invitation.firstName, invitation.therapistName, invitation.email]}
            />
            <FormError>{words(accept.error)}</FormError>
            <SubmitButton running={accept.isPending} fullWidth>
              {t('invitation.submit')}
            </SubmitButton>
          </Stack>
        </form>
      )}
    </PublicFrame>
  )
}

/** 'Invalid or expired invitation link.', with a button that sends a new one to the invited address. */
function InvalidInvitation({ token }: { token: string }) {
  const { t } = useTranslation('login')
  const words = useErrorWords()
  const ask = useMutation({ mutationFn: () => api.login.sendFreshInvitation({ token }) })
  return (
    <InvalidLink invitation text={t('invitation.invalid')}>
      {ask.isSuccess && (
        <Note kind="calm" icon={IconMailForward}>
          {t('invitation.freshSent')}
        </Note>
      )}
      <FormError>{words(ask.error)}</FormError>
      {token && !ask.isSuccess && (
        <Button size="md" loading={ask.isPending} onClick={() => ask.mutate()}>
          {t('invitation.fresh')}
        </Button>
      )}
    </InvalidLink>
  )
}
