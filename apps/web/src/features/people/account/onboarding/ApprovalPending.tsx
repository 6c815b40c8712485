import { Button, Stack } from '@mantine/core'
import { IconCircleX, IconHourglass } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import type { Me } from '../../../../platform/login/login.ts'
import { fetchLogin, fetchMe, acceptLogin, useLogin } from '../../../../platform/login/login.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { realtimeClient } from '../../../../platform/realtime/realtime-client.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { localDay, dayText, timeText } from '../../../../ui/page/date-text.ts'
import { SecondFactorSetup } from '../../login/login.tsx'
import classes from './Onboarding.module.css'
import { TherapistProfileQuery } from '../profile/TherapistProfileQuery.tsx'
import { TherapistProfileForm } from '../profile/TherapistProfileForm.tsx'

const pollMilliseconds = 30_000

/**
 * The page for a person who has requested the therapist role. Before the admin decides, it shows the time of the
 * request and the profile form. If the admin declines, it shows the reason. If the admin approves, the person sets up
 * the second factor here. The router opens the dashboard as soon as the login has the new role (`followLogin`).
 */
export function ApprovalPending({ me }: { me: Me }) {
  const { t } = useTranslation('onboarding')
  const locale = useLocale()
  const login = useLogin()
  const product = useQuery(orpc.product.info.queryOptions({ input: {} })).data
  useDecision()
  if (login?.need === 'enrol') {
    return (
      <Stack gap="md" mt="md">
        <Callout kind="calm">{t('waiting.approved')}</Callout>
        <SecondFactorSetup onDone={acceptLogin} />
      </Stack>
    )
  }
  const request = me.roleRequest
  if (request?.status === 'declined') return <RequestDeclined reason={request.reason} />
  const since = request
    ? `${dayText(localDay(request.askedAt, locale), locale, 'title')}, ${timeText(request.askedAt, locale)}`
    : ''
  return (
    <Stack gap="lg" mt="md">
      <div role="status">
        <Callout kind="calm" icon={IconHourglass}>
          <strong className={classes.since}>{t('waiting.since', { since })}</strong>
          {product?.practiceName ? t('waiting.who', { practice: product.practiceName }) : t('waiting.whoPlain')}{' '}
          {t(product?.mailConfigured === false ? 'waiting.noMail' : 'waiting.mail')}
        </Callout>
      </div>
      <TherapistProfileQuery>
        {(profile) => <TherapistProfileForm profile={profile} title={t('profile.title')} hint={t('profile.text')} />}
      </TherapistProfileQuery>
    </Stack>
  )
}

/**
 * Refetches the login and the profile to detect the admin's decision: on each realtime message about the role request
 * or the profile, and every 30 seconds while there is no realtime connection.
 */
function useDecision() {
  const checkDecision = async () => {
    const now = await fetchLogin()
    if (now && !now.need) await fetchMe()
  }
  useSubscription('role_requests', () => void checkDecision())
  useSubscription('profiles', () => void checkDecision())
  useEffect(() => {
    const timer = setInterval(() => !realtimeClient.live && void checkDecision().catch(() => null), pollMilliseconds)
    return () => clearInterval(timer)
  })
}

function RequestDeclined({ reason }: { reason: string | null }) {
  const { t } = useTranslation('onboarding')
  const router = useRouter()
  return (
    <Stack gap="md" mt="md">
      <Callout kind="calm" icon={IconCircleX}>
        {reason ? t('waiting.declinedBecause', { reason }) : t('waiting.declined')}
      </Callout>
      <Button size="md" onClick={() => router.history.replace('/dashboard/client')}>
        {t('waiting.asClient')}
      </Button>
    </Stack>
  )
}
