import { Button, Stack } from '@mantine/core'
import { IconCircleX, IconHourglass } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import type { LoginView, Me } from '../../platform/login.ts'
import { readLogin, readMe, rememberLogin, useLogin } from '../../platform/login.ts'
import { useReader } from '../../platform/reader.ts'
import { socket } from '../../platform/realtime.ts'
import { useLive } from '../../platform/use-live.ts'
import { Note } from '../../ui/Note.tsx'
import { dayOf, dayText, timeText } from '../../ui/moment.ts'
import { SecondFactorSetup } from '../login/login.tsx'
import classes from './Onboarding.module.css'
import { Practice } from './Practice.tsx'
import { PracticeForm } from './PracticeForm.tsx'

const pollMilliseconds = 30_000

/**
 * Shown to a therapist until the admin decides about the role request: who decides, the time of the request, and the profile
 * to fill in meanwhile. After the approval the page sets up the second factor and opens the dashboard.
 */
export function WaitingForApproval({ me, onDeclined }: { me: Me; onDeclined: () => void }) {
  const { t } = useTranslation('onboarding')
  const router = useRouter()
  const reader = useReader()
  const login = useLogin()
  const product = useQuery(query.product.info.queryOptions({ input: {} })).data
  const checkDecision = async () => {
    const now = await readLogin()
    if (!now || now.need) return
    const person = await readMe()
    if (person.roleRequest?.status === 'declined') return onDeclined()
    if (person.role === 'therapist') router.history.replace('/dashboard/therapist')
  }
  useLive('role_requests', () => void checkDecision())
  useLive('profiles', () => void checkDecision())
  useEffect(() => {
    const timer = setInterval(() => !socket.live && void checkDecision().catch(() => null), pollMilliseconds)
    return () => clearInterval(timer)
  })
  const openDashboard = async (after: LoginView) => {
    rememberLogin(after)
    await readMe()
    router.history.replace('/dashboard/therapist')
  }
  if (login?.need === 'enrol') {
    return (
      <Stack gap="md" mt="md">
        <Note kind="calm">{t('waiting.approved')}</Note>
        <SecondFactorSetup onDone={(after) => void openDashboard(after)} />
      </Stack>
    )
  }
  const request = me.roleRequest
  if (request?.status === 'declined') {
    return (
      <Stack gap="md" mt="md">
        <Note kind="calm" icon={IconCircleX}>
          {request.reason ? t('waiting.declinedBecause', { reason: request.reason }) : t('waiting.declined')}
        </Note>
        <Button size="md" onClick={() => router.history.replace('/dashboard/client')}>
          {t('waiting.asClient')}
        </Button>
      </Stack>
    )
  }
  const since = request
    ? `${dayText(dayOf(request.askedAt, reader), reader, 'title')}, ${timeText(request.askedAt, reader)}`
    : ''
  return (
    <Stack gap="lg" mt="md">
      <div role="status">
        <Note kind="calm" icon={IconHourglass}>
          <strong className={classes.since}>{t('waiting.since', { since })}</strong>
          {product?.practiceName ? t('waiting.who', { practice: product.practiceName }) : t('waiting.whoPlain')}{' '}
          {t(product?.mailConfigured === false ? 'waiting.noMail' : 'waiting.mail')}
        </Note>
      </div>
      <Practice>
        {(profile) => <PracticeForm profile={profile} title={t('profile.title')} hint={t('profile.text')} />}
      </Practice>
    </Stack>
  )
}
